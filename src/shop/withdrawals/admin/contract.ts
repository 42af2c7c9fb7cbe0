import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import { optionalText, optionalPageFields, pageOf, id, requiredText } from '../../../wire/fields.ts'
import { Withdrawal, LineDecision } from '../contract.ts'

export const listWithdrawals = endpoint('GET /api/admin/withdrawals', 'admin', {
  summary: 'All withdrawals, those that wait for an answer first: paged when `page` is given, else an array',
  input: z.object({
    /** Empty for all; of those that are handled, `REFUND_DUE` has the ones whose money is still owed. */
    state: z.enum(['OPEN', 'REFUND_DUE', 'HANDLED']).or(z.literal('')).nullish(),
    /** Part of a name, an e-mail address or an order number. */
    q: optionalText(120),
    ...optionalPageFields(25),
  }),
  /** The total is at most 10,000. */
  output: z.union([z.array(Withdrawal), pageOf(Withdrawal)]),
})

export const answerWithdrawal = endpoint('PUT /api/admin/withdrawals/:withdrawalId', 'admin', {
  summary: 'Accept a withdrawal or say why not, once; the customer hears of it by mail',
  input: z.object({
    withdrawalId: id,
    accepted: z.boolean('Kies of je de herroeping aanvaardt.'),
    answer: requiredText('Zeg de klant hoe het verder gaat.', 1000),
  }),
  output: Withdrawal,
})

export const decideLines = endpoint('PUT /api/admin/withdrawals/:withdrawalId/lines', 'admin', {
  summary: 'Take lines of a withdrawal back, or refuse them with a reason; the customer hears of it by mail',
  input: z.object({
    withdrawalId: id,
    lines: z.array(LineDecision).min(1, 'Kies minstens één regel.').max(100),
  }),
  output: Withdrawal,
})
