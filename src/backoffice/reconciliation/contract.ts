import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { moment } from '../../wire/fields.ts'

/** Each rule of the books. */
export const CheckName = z.enum([
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
export type CheckName = z.output<typeof CheckName>

/** Something that does not add up. */
export const Finding = z.object({
  /** Which rule is broken: `orders.money`. */
  check: z.string(),
  /** What it is about: an order's or a product's id, a series. */
  subject: z.string(),
  /** The figures that differ. */
  detail: z.string(),
  foundAt: moment,
})
export type Finding = z.output<typeof Finding>

export const Audit = z.object({
  /** When the books were last gone through; null before the first time. */
  auditedAt: moment.nullable(),
  findings: z.array(Finding),
})

export const readAudit = endpoint({
  method: 'GET',
  path: '/api/admin/books',
  summary: "The book-keeper's last findings; none is how it should be",
  access: 'admin',
  output: Audit,
})

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/admin/books/check',
  summary: 'Go through the books now',
  access: 'admin',
  output: Audit,
  status: 200,
})
