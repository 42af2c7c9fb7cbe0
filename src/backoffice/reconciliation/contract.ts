import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'

/** Each rule of the books. */
export const ReconciliationCheck = z.enum([
  'orders.money',
  'minutes.money',
  'gifts.money',
  'payments.refunds',
  'payments.charged',
  'payments.problem',
  'stock.book',
  'stock.holds',
  'stock.sales',
  'minutes.balance',
  'minutes.credited',
  'minutes.refunded',
  'orders.invoice',
  'orders.mail',
  'minutes.invoice',
  'minutes.mail',
  'gifts.invoice',
  'gifts.mail',
  'mails.failed',
  'refunds.credit',
  'refunds.failed',
  'refunds.unsent',
  'refunds.twice',
  'invoices.series',
])
export type ReconciliationCheck = z.output<typeof ReconciliationCheck>

/** Something that does not add up. */
export const ReconciliationFinding = z.object({
  /** Which rule is broken: `orders.money`. */
  check: z.string(),
  /** What it is about: an order's or a product's id, a series. */
  subject: z.string(),
  /** The figures that differ. */
  detail: z.string(),
  foundAt: dateTime,
})
export type ReconciliationFinding = z.output<typeof ReconciliationFinding>

export const ReconciliationReport = z.object({
  /** When the books were last gone through; null before the first time. */
  auditedAt: dateTime.nullable(),
  findings: z.array(ReconciliationFinding),
})

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/api/admin/books',
  summary: "The book-keeper's last findings; none is how it should be",
  access: 'admin',
  output: ReconciliationReport,
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/admin/books/check',
  summary: 'Go through the books now',
  access: 'admin',
  output: ReconciliationReport,
  status: 200,
})
