import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime, optionalText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const PackageId = z.enum(['quick', 'extended', 'premium', 'ultimate'])
export type PackageId = z.output<typeof PackageId>

export const MinutePackage = z.object({
  id: PackageId,
  name: z.string(),
  minutes: z.int(),
  /** What this user pays now. */
  price: cents,
  normalPrice: cents,
  popular: z.boolean(),
  /** True while the session price holds. */
  discounted: z.boolean(),
})
export type MinutePackage = z.output<typeof MinutePackage>

export const listMinutePackages = endpoint({
  method: 'GET',
  path: '/api/minute-packages',
  summary: 'The minute packages at the price this user pays now',
  access: 'customer',
  output: z.array(MinutePackage),
})

export const purchaseMinutes = endpoint({
  method: 'POST',
  path: '/api/purchase-minutes',
  summary: 'Buy minutes: makes the purchase and a payment for it; credited once, when paid',
  access: 'customer',
  idempotent: true,
  input: z.object({ packageId: z.string().max(40), minutes: z.int(), price: z.int() }),
  output: z.object({ purchaseId: id, paymentUrl: z.string() }),
})

/** A purchase as an admin sees it. */
export const AdminMinutePurchase = z.object({
  id,
  userId: id,
  packageId: PackageId,
  minutes: z.int(),
  price: cents,
  status: z.enum(['PENDING', 'PAID', 'CANCELLED']),
  createdAt: dateTime,
  paidAt: dateTime.nullable(),
  refundedMinutes: z.int(),
  /** What could still go back, and what was paid for that; minutes are spent oldest first. */
  unusedMinutes: z.int(),
  unusedCents: cents,
})

export const listMinutePurchases = endpoint({
  method: 'GET',
  path: '/api/admin/users/:userId/minute-purchases',
  summary: "Someone's purchases of minutes, newest first, with what of each is unused",
  access: 'admin',
  input: z.object({ userId: id }),
  output: z.array(AdminMinutePurchase),
})

export const refundMinutes = endpoint({
  method: 'POST',
  path: '/api/admin/minute-purchases/:purchaseId/refund',
  summary: 'Give the money of unused minutes of a purchase back: so many, or all that is unused',
  access: 'admin',
  idempotent: true,
  input: z.object({
    purchaseId: id,
    minutes: z.int().min(1, 'Kies minstens 1 minuut.').optional(),
    reason: optionalText(200),
  }),
  /** Minutes and cents that went back, and the minutes that still could. */
  output: z.object({ refundId: id, minutes: z.int(), amount: cents, left: z.int() }),
})

/** Minutes were paid and stand on the balance. */
export const minutesCreditedMail = mailTemplate(
  'minutes-credited',
  z.object({
    minutes: z.int(),
    totalCents: cents,
    /** Where they are spent. */
    url: z.string(),
    shopName: z.string(),
    /** Of the invoice that goes along. */
    invoiceId: id,
  }),
)

/** Unused minutes went off the balance, and their money goes back. */
export const minutesRefundedMail = mailTemplate(
  'minutes-refunded',
  z.object({
    minutes: z.int(),
    totalCents: cents,
    url: z.string(),
    shopName: z.string(),
    /** Of the credit note that goes along. */
    invoiceId: id,
  }),
)

/** Paid once more after they were paid: that payment goes back. */
export const minutesPaidTwiceMail = mailTemplate(
  'minutes-paid-twice',
  z.object({ totalCents: cents, url: z.string(), shopName: z.string() }),
)
