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

/** What is paid for; each kind may have a provider of its own. */
export type PaymentKind = 'ORDER' | 'MINUTES'
