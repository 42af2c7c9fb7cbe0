import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import { runReconciliation, readReconciliation } from './contract.ts'

export const reconciliationQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(readReconciliation, {}, { signal }),
  staleTime: 0,
})

/** Goes through the books now. */
export function useRunReconciliation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(runReconciliation, {}),
    onSuccess: found => {
      cache.setQueryData(reconciliationQuery.queryKey, found)
      toast({
        title: 'Boekhouding nagekeken',
        description: found.findings.length === 0 ? 'Alles klopt.' : 'Niet alles klopt.',
      })
    },
    onError: error =>
      toast({ title: 'Nakijken mislukt', description: userMessageOf(error), variant: 'destructive' }),
  })
}
