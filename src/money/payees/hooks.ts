import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { changePayee, readPayee } from './contract.ts'

export const payeeQuery = apiQuery(['studio', 'payee'], readPayee, {}, { refetchOnMount: 'always' })

export function useSavePayee() {
  const cache = useQueryClient()
  return useApiMutation(changePayee, {
    onSuccess: saved => void cache.setQueryData(payeeQuery.queryKey, saved),
    done: 'Opgeslagen',
    failed: 'Niet opgeslagen',
    hasFieldErrors: true,
  })
}
