import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import { checkBooks, readAudit } from './contract.ts'

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(readAudit, {}, { signal }),
  staleTime: 0,
})

/** Goes through the books now. */
export function useCheckBooks() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkBooks, {}),
    onSuccess: found => {
      cache.setQueryData(booksQuery.queryKey, found)
      toast({
        title: 'Boekhouding nagekeken',
        description: found.findings.length === 0 ? 'Alles klopt.' : 'Niet alles klopt.',
      })
    },
    onError: error =>
      toast({ title: 'Nakijken mislukt', description: reasonOf(error), variant: 'destructive' }),
  })
}
