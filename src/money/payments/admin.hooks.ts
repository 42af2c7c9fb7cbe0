import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { listOpenRefunds, resolveRefund } from './contract.ts'

/** Open refunds; the provider may answer at any time, so each visit fetches them again. */
export const openRefundsQuery = queryOptions({
  queryKey: ['admin', 'refunds'],
  queryFn: ({ signal }) => call(listOpenRefunds, {}, { signal }),
  refetchOnMount: 'always',
})

type ResolveRefundInput = InputOf<typeof resolveRefund>

/** No optimistic update, because it moves money. */
export function useResolveRefund() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: ResolveRefundInput) => call(resolveRefund, input),
    onSuccess: (_, { how }) =>
      toast({ title: how === 'BY_HAND' ? 'Genoteerd als terugbetaald' : 'De terugbetaling gaat opnieuw' }),
    onError: error =>
      toast({ title: 'Dit is niet gelukt', description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}
