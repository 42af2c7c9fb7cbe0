import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { appealDecision, openReport, reportContent } from './contract.ts'

export const useReportContent = () =>
  useApiMutation(reportContent, { failed: 'Je melding is niet verstuurd', hasFieldErrors: true })

export const followedCaseQuery = (token: string) =>
  apiQuery(['content-reports', token], openReport, { token }, { refetchOnMount: 'always', retry: false })

export function useAppeal(token: string) {
  const cache = useQueryClient()
  return useApiMutation(appealDecision, {
    onSuccess: found => cache.setQueryData(followedCaseQuery(token).queryKey, found),
    done: { title: 'Bezwaar verstuurd', description: 'Binnen 7 werkdagen hoor je wat we beslissen.' },
    failed: 'Je bezwaar is niet verstuurd',
    hasFieldErrors: true,
  })
}
