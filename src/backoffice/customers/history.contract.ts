import { z } from 'zod'
import { PastSession, StoppedBy } from '../../live/sessions/contract.ts'
import { OrderSummary } from '../../shop/orders/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime } from '../../wire/fields.ts'

const customerHistoryInput = z.object({
  userId: id,
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
})
export type CustomerHistoryInput = z.output<typeof customerHistoryInput>

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

export const listCustomerOrders = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId/orders',
  summary: "Someone's orders, newest first, a page at a time",
  access: 'admin',
  input: customerHistoryInput,
  output: pageOf(OrderSummary),
})

export const CustomerSession = PastSession.extend({
  stoppedBy: StoppedBy.nullable(),
  stopReason: z.string().nullable(),
})
export type CustomerSession = z.output<typeof CustomerSession>

export const listCustomerSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId/sessions',
  summary: 'What someone played, and who ended it, newest first, a page at a time',
  access: 'admin',
  input: customerHistoryInput,
  output: pageOf(CustomerSession),
})

export const MinuteLedgerEntry = z.object({
  id,
  kind: z.enum(['PURCHASE', 'SPEND', 'REFUND', 'GIFT', 'ADJUSTMENT']),
  /** Signed: what comes in is positive. */
  minutes: z.int(),
  /** Of who plays, after this entry. */
  balance: z.int(),
  /** What was paid for what came in. */
  valueCents: cents,
  reason: z.string().nullable(),
  createdAt: dateTime,
})
export type MinuteLedgerEntry = z.output<typeof MinuteLedgerEntry>

export const listMinuteEntries = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId/minute-entries',
  summary: "The ledger of someone's minutes, newest first, a page at a time",
  access: 'admin',
  input: customerHistoryInput,
  output: pageOf(MinuteLedgerEntry),
})

/** More at once is a slip of the finger. */
const MOST_ADJUSTED = 1000
const range = `Kies hoogstens ${MOST_ADJUSTED} minuten.`

export const adjustMinutes = endpoint({
  method: 'POST',
  path: '/api/admin/users/:userId/minutes',
  summary: 'Put minutes on a balance, or, with a minus, take them off it, for a reason',
  access: 'admin',
  idempotent: true,
  input: z.object({
    userId: id,
    minutes: z
      .int('Vul een heel aantal minuten in.')
      .min(-MOST_ADJUSTED, range)
      .max(MOST_ADJUSTED, range)
      .refine(minutes => minutes !== 0, 'Kies minstens 1 minuut.'),
    reason: z
      .string({ error: 'Vul een reden in.' })
      .trim()
      .min(3, 'Vul een reden in.')
      .max(200, 'Gebruik hoogstens 200 tekens.'),
  }),
  output: z.object({ entryId: id, minutesBalance: z.int() }),
})
