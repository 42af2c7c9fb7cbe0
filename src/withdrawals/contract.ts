import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { email, id, moment, optional, required } from '../wire/fields.ts'
import { mailTemplate } from '../wire/mail.ts'

const numberMessage = 'Vul je bestelnummer in, zoals 2026-000042.'

export const WithdrawalInput = z.object({
  name: required('Vul je naam in.', 120),
  email,
  orderNumber: z
    .string({ error: numberMessage })
    .trim()
    .regex(/^\d{4}-\d{6,9}$/, numberMessage),
  /** The lines of the order; left out or empty, all of them. */
  itemIds: z.array(id).max(100).nullish(),
  /** In the customer's own words: which products, or anything else. */
  remark: optional(1000),
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdrawals',
  summary:
    'Withdraw from a purchase; the answer never tells whether the order exists, the receipt goes by mail',
  access: 'public',
  input: WithdrawalInput,
  output: z.object({ receivedAt: moment }),
  status: 202,
})

export const Withdrawal = z.object({
  id,
  name: z.string(),
  email: z.string(),
  orderNumber: z.string(),
  /** Null when no order of this number belongs to this e-mail address. */
  orderId: id.nullable(),
  itemIds: z.array(id),
  remark: z.string().nullable(),
  receivedAt: moment,
  handledAt: moment.nullable(),
  accepted: z.boolean().nullable(),
  answer: z.string().nullable(),
})
export type Withdrawal = z.output<typeof Withdrawal>

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/admin/withdrawals',
  summary: 'All withdrawals, those that wait for an answer first',
  access: 'admin',
  output: z.array(Withdrawal),
})

export const answerWithdrawal = endpoint({
  method: 'PUT',
  path: '/api/admin/withdrawals/:withdrawalId',
  summary: 'Accept a withdrawal or say why not, once; the customer hears of it by mail',
  access: 'admin',
  input: z.object({
    withdrawalId: id,
    accepted: z.boolean('Kies of je de herroeping aanvaardt.'),
    answer: required('Zeg de klant hoe het verder gaat.', 1000),
  }),
  output: Withdrawal,
})

/** The receipt that the law asks for: what came in, and when. */
export const withdrawalReceivedMail = mailTemplate(
  'withdrawal-received',
  z.object({
    orderNumber: z.string(),
    /** ISO 8601. */
    receivedAt: z.iso.datetime(),
    /** What it is about, as far as we know it. */
    lines: z.array(z.string()),
    /** In the customer's own words. */
    remark: z.string().nullable().default(null),
    /** Nothing was named: it is about all of the order. */
    isWhole: z.boolean().default(false),
    shopName: z.string(),
  }),
)

export const withdrawalAnsweredMail = mailTemplate(
  'withdrawal-answered',
  z.object({ orderNumber: z.string(), accepted: z.boolean(), answer: z.string(), shopName: z.string() }),
)
