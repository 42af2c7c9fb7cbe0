import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'

export const ReconciliationCheck = z.enum([
  'orders.money',
  'minutes.money',
  'gifts.money',
  'payments.refunds',
  'payments.charged',
  'payments.problem',
  'credit.balance',
  'credit.payments',
  'credit.refunds',
  'credit.issued',
  'orders.discounts',
  'promotions.uses',
  'promotions.orders',
  'promotions.minutes',
  'stock.book',
  'stock.holds',
  'stock.sales',
  'stock.codes',
  'minutes.balance',
  'minutes.credited',
  'minutes.refunded',
  'orders.invoice',
  'orders.mail',
  'earnings.balance',
  'earnings.chain',
  'earnings.minutes',
  'earnings.payouts',
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
  'invoices.vat',
  'invoices.peppol',
  'invoices.corrected',
  'periods.closed',
])
export type ReconciliationCheck = z.output<typeof ReconciliationCheck>

/** A stored discrepancy. */
export const ReconciliationFinding = z.object({
  /** The check that failed: `orders.money`. */
  check: z.string(),
  /** The id of an order, product or the like, or an invoice series. */
  subject: z.string(),
  /** The amounts that differ. */
  detail: z.string(),
  foundAt: dateTime,
})
export type ReconciliationFinding = z.output<typeof ReconciliationFinding>

export const ReconciliationReport = z.object({
  /** When it last ran; null before the first run. */
  auditedAt: dateTime.nullable(),
  findings: z.array(ReconciliationFinding),
})

export const readReconciliation = endpoint('GET /api/admin/books', 'admin', {
  summary: "The book-keeper's last findings; none is how it should be",
  output: ReconciliationReport,
})

export const runReconciliation = endpoint('POST /api/admin/books/check', 'admin', {
  summary: 'Go through the books now',
  output: ReconciliationReport,
  status: 200,
})
