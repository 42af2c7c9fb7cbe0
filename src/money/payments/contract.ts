import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime } from '../../wire/fields.ts'

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

/** The provider of `mollie.gateway.ts`, as payments and settings name it. */
export const MOLLIE = 'mollie'

/** Where it tells us that a payment has changed. */
export const MOLLIE_WEBHOOK_PATH = '/api/webhooks/mollie'

/** What is paid for; each kind may have a provider of its own. */
export const PaymentKind = z.enum(['ORDER', 'MINUTES', 'GIFT'])
export type PaymentKind = z.output<typeof PaymentKind>

/** A refund as the provider describes it, in our terms. */
export interface ProviderRefund {
  providerId: string
  /** `WAITING` may still be cancelled, `GONE` may still fail, `FAILED` is final: the provider has the money again. */
  status: 'WAITING' | 'GONE' | 'FAILED'
  amountCents: number
  /** The id that we gave it; null when it was not made by us. */
  refundId: string | null
  /** Which of our attempts it is, from 1. */
  attempt: number
}

/** A payment as the provider describes it, in our terms. */
export interface ProviderPayment {
  status: PaymentStatus
  /** Null when the provider's amount is not one we can read. */
  amountCents: number | null
  currency: string
  /** Cents of its chargebacks so far; it stays PAID. */
  chargedBackCents: number
  /** Its refunds, failed ones as well, made by us and by others; the newest first. */
  refunds: ProviderRefund[]
  /** The id that we gave it, as a second way to recognise it. */
  paymentId: string | null
}

/**
 * Where a refund stands. `FAILED`: the provider refused it for good, or it did not arrive; `BY_HAND`: no provider has the
 * payment, so a person pays it back. Both wait for a person; `GIVEN`: a person has paid it back.
 */
export const RefundState = z.enum(['QUEUED', 'SENT', 'FAILED', 'BY_HAND', 'GIVEN'])
export type RefundState = z.output<typeof RefundState>

/** What a person does about a refund that does not go by itself. */
export const RefundResolution = z.enum(['SEND_AGAIN', 'BY_HAND'])
export type RefundResolution = z.output<typeof RefundResolution>

export const RefundDetails = z.object({
  id,
  paymentId: id,
  amountCents: cents,
  reason: z.string(),
  /** False for a payment that was not accepted: it has no invoice, and so no credit note. */
  credits: z.boolean(),
  /** Made at the provider by a person. */
  isExternal: z.boolean(),
  state: RefundState,
  /** Why it failed. */
  failure: z.string().nullable(),
  failedAt: dateTime.nullable(),
  byHandAt: dateTime.nullable(),
  createdAt: dateTime,
})

/** A refund with its purchase, and what admins did about it. */
export const RefundCase = RefundDetails.extend({
  kind: PaymentKind,
  /** The order's or the purchase's id. */
  subjectId: id,
  /** Null for a kind without numbers. */
  orderNumber: z.string().nullable(),
  mendings: z.array(
    z.object({ how: RefundResolution, failure: z.string().nullable(), userId: id, createdAt: dateTime }),
  ),
})
export type RefundCase = z.output<typeof RefundCase>

export const listOpenRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  summary: 'Refunds that have not gone back yet: they wait for the provider, or for a person; oldest first',
  access: 'admin',
  output: z.array(RefundCase),
})

export const resolveRefund = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:refundId/mend',
  summary: 'Send a refund that failed again, or note that its money was given back by hand',
  access: 'admin',
  input: z.object({ refundId: id, how: RefundResolution }),
  output: RefundCase,
  status: 200,
})

/** The provider sends the customer back here; the answer is a redirect, so the body is empty. */
export const paymentReturn = endpoint({
  method: 'GET',
  path: '/api/payments/return',
  summary: 'Settle a payment on return from the provider and redirect to where its owner goes on',
  access: 'public',
  /** Our own id. A browser opens this: what is no id is treated as an unknown payment, to redirect instead of answering JSON. */
  input: z.object({ payment: z.guid().nullable().catch(null) }),
  output: z.null(),
  status: 302,
})

export const mollieWebhook = endpoint({
  method: 'POST',
  path: MOLLIE_WEBHOOK_PATH,
  summary: 'A payment changed: fetch it from the provider and settle it',
  access: 'machine',
  /** Read by the provider's gateway. */
  input: z.looseObject({}),
  output: z.null(),
  status: 200,
})
