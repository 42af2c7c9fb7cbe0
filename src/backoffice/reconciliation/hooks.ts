import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { runReconciliation, readReconciliation } from './contract.ts'

export const reconciliationQuery = apiQuery(['reconciliation'], readReconciliation, {}, { staleTime: 0 })

export function useRunReconciliation() {
  const cache = useQueryClient()
  return useApiMutation(runReconciliation, {
    onSuccess: found => cache.setQueryData(reconciliationQuery.queryKey, found),
    done: ({ findings }) => ({
      title: 'Boekhouding nagekeken',
      description: findings.length === 0 ? 'Alles klopt.' : 'Niet alles klopt.',
    }),
    failed: 'Nakijken mislukt',
  })
}
