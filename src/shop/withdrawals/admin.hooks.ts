import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, CallError, userMessageOf } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { answerWithdrawal, decideLines, listWithdrawals } from './contract.ts'

const WithdrawalListQuery = z.object({
  q: z.string().trim().max(120).catch(''),
  state: z.enum(['OPEN', 'HANDLED']).or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type WithdrawalListQuery = z.output<typeof WithdrawalListQuery>

export const withdrawalListUrl = createListUrl('/admin/withdrawals', WithdrawalListQuery)

export const withdrawalsQuery = (query: WithdrawalListQuery) =>
  queryOptions({
    queryKey: ['admin', 'withdrawals', query],
    queryFn: async ({ signal }) => {
      const found = await call(listWithdrawals, query, { signal })
      return 'items' in found ? found : { items: found, total: found.length, page: 1, pageSize: 25 }
    },
    refetchOnMount: 'always',
  })

/**
 * Not optimistic, because an answer to the customer can't be undone. Refetches everything that shows the withdrawal.
 */
function useWithdrawalMutation<Input>(send: (input: Input) => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => toast({ title: done, description: 'De klant krijgt een mail.' }),
    onError: error => {
      // The form shows errors that belong to fields.
      if (error instanceof CallError && Object.keys(error.fields).length > 0) return
      toast({ title: 'Dit is niet gelukt', description: userMessageOf(error), variant: 'destructive' })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['admin'] }),
  })
}

export const useAnswerWithdrawal = () =>
  useWithdrawalMutation(
    (input: InputOf<typeof answerWithdrawal>) => call(answerWithdrawal, input),
    'De herroeping is beantwoord',
  )

export const useDecideWithdrawalLines = () =>
  useWithdrawalMutation(
    (input: InputOf<typeof decideLines>) => call(decideLines, input),
    'De regels zijn beoordeeld',
  )
