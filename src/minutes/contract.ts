import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { cents, id } from '../wire/fields.ts'
import { mailTemplate } from '../wire/mail.ts'

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
