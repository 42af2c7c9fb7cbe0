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
  /** The current price for this user. */
  price: cents,
  normalPrice: cents,
  popular: z.boolean(),
  /** True while the session price applies. */
  discounted: z.boolean(),
})
export type MinutePackage = z.output<typeof MinutePackage>

export const listMinutePackages = endpoint('GET /api/minute-packages', 'customer', {
  summary: 'The minute packages at the price this user pays now',
  output: z.array(MinutePackage),
})

export const purchaseMinutes = endpoint('POST /api/purchase-minutes', 'customer', {
  summary: 'Buy minutes: makes the purchase and a payment for it; credited once, when paid',
  idempotent: true,
  /** The minutes and the price in cents are those that the client showed; only compared. */
  input: z.object({ packageId: z.string().min(1).max(40), minutes: z.int(), price: z.int() }),
  output: z.object({ purchaseId: id, paymentUrl: z.string() }),
  problems: ['NOT_FOUND', 'ORDER_NOT_PAYABLE', 'PRICE_CHANGED', 'PROVIDER_UNAVAILABLE'],
})

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
  /** The refundable minutes, and what was paid for them in cents; minutes are spent oldest first. */
  unusedMinutes: z.int(),
  unusedCents: cents,
})

export const listMinutePurchases = endpoint('GET /api/admin/users/:userId/minute-purchases', 'admin', {
  summary: "Someone's purchases of minutes, newest first, with what of each is unused",
  input: z.object({ userId: id }),
  output: z.array(AdminMinutePurchase),
})

export const refundMinutes = endpoint('POST /api/admin/minute-purchases/:purchaseId/refund', 'admin', {
  summary: 'Give the money of unused minutes of a purchase back: so many, or all that is unused',
  idempotent: true,
  input: z.object({
    purchaseId: id,
    minutes: z.int().min(1, 'Kies minstens 1 minuut.').optional(),
    reason: optionalText(200),
  }),
  /** The refunded minutes and cents, and the minutes that are still refundable. */
  output: z.object({ refundId: id, minutes: z.int(), amount: cents, left: z.int() }),
  problems: ['ORDER_NOT_PAID', 'REFUND_TOO_LARGE'],
})

/** How an admin settled a debt: it was paid outside of the shop, or is not asked for any more. */
export const DebtResolution = z.enum(['PAID', 'WAIVED'], 'Kies hoe dit afgehandeld is.')
export type DebtResolution = z.output<typeof DebtResolution>

export const MinuteDebt = z.object({
  id,
  userId: id,
  purchaseId: id,
  amountCents: cents,
  createdAt: dateTime,
  /** Null while it is open. */
  settledAt: dateTime.nullable(),
  resolution: DebtResolution.nullable(),
})
export type MinuteDebt = z.output<typeof MinuteDebt>

export const listMinuteDebts = endpoint('GET /api/admin/users/:userId/minute-debts', 'admin', {
  summary: 'What someone owes, or owed, for minutes whose payment was charged back, newest first',
  input: z.object({ userId: id }),
  output: z.array(MinuteDebt),
})

export const settleMinuteDebt = endpoint('POST /api/admin/minute-debts/:debtId/settle', 'admin', {
  summary: 'Note that a debt was paid outside of the shop, or is waived; its buyer can buy again',
  input: z.object({ debtId: id, resolution: DebtResolution }),
  output: MinuteDebt,
  status: 200,
})

/** Bought minutes were added to the balance. */
export const minutesCreditedMail = mailTemplate(
  'minutes-credited',
  z.object({
    minutes: z.int(),
    totalCents: cents,
    /** The page to spend them on. */
    url: z.string(),
    shopName: z.string(),
    /** The attached invoice or credit note. */
    invoiceId: id,
  }),
)

/** Unused minutes were removed from the balance and refunded. */
export const minutesRefundedMail = mailTemplate('minutes-refunded', minutesCreditedMail.props)

/** A duplicate payment, which is refunded in full. */
export const minutesPaidTwiceMail = mailTemplate(
  'minutes-paid-twice',
  z.object({ totalCents: cents, url: z.string(), shopName: z.string() }),
)
