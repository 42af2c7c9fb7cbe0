import { z } from 'zod'

/** Where a payment stands, whoever the provider is. */
export const PaymentStatus = z.enum([
  'OPEN',
  'PENDING',
  'AUTHORIZED',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
])
export type PaymentStatus = z.output<typeof PaymentStatus>

/** The provider that `mollie.gateway.ts` is the door to, as payments and settings name it. */
export const MOLLIE = 'mollie'

/** What is paid for; each kind may have a provider of its own. */
export type PaymentKind = 'ORDER' | 'MINUTES'

/** What a provider says of a payment, in our words. */
export interface Truth {
  status: PaymentStatus
  /** Null when the provider's amount is not one we can read. */
  amountCents: number | null
  currency: string
  /** What the customer's bank took back of it so far; it stays PAID. */
  chargedBackCents: number
  /** The id that we gave it, as a second way to recognise it. */
  paymentId: string | null
}
