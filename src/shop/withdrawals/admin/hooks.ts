import { z } from 'zod'
import { listPageQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../../ui/lists/listUrl.ts'
import { answerWithdrawal, decideLines, listWithdrawals } from './contract.ts'

const WithdrawalListQuery = z.object({
  ...urlFields,
  state: z.enum(['OPEN', 'REFUND_DUE', 'HANDLED']).or(z.literal('')).catch(''),
})
export type WithdrawalListQuery = z.output<typeof WithdrawalListQuery>

export const withdrawalListUrl = createListUrl('/admin/withdrawals', WithdrawalListQuery)

export const withdrawalsQuery = (query: WithdrawalListQuery) =>
  listPageQuery(['admin', 'withdrawals', query], listWithdrawals, query)

/** Not optimistic, because an answer to the customer can't be undone. Refetches everything that shows the withdrawal. */
const withdrawalChange = (title: string) => ({
  done: { title, description: 'De klant krijgt een mail.' },
  failed: 'Dit is niet gelukt',
  hasFieldErrors: true,
  alwaysInvalidates: [['admin']],
})

export const useAnswerWithdrawal = () =>
  useApiMutation(answerWithdrawal, withdrawalChange('De herroeping is beantwoord'))

export const useDecideWithdrawalLines = () =>
  useApiMutation(decideLines, withdrawalChange('De regels zijn beoordeeld'))
