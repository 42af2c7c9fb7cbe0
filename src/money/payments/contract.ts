import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, dateTime } from '../../wire/fields.ts'

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

/** The providers of payments by gift card and by store credit, which are our own. */
export const GIFT_CARD_PROVIDER = 'gift_card'
export const STORE_CREDIT_PROVIDER = 'store_credit'

export const isCreditProvider = (provider: string): boolean =>
  provider === GIFT_CARD_PROVIDER || provider === STORE_CREDIT_PROVIDER

export const MOLLIE_WEBHOOK_PATH = '/api/webhooks/mollie'

/** The kind of purchase; each may have its own provider. */
export const PaymentKind = z.enum(['ORDER', 'MINUTES', 'GIFT'])
export type PaymentKind = z.output<typeof PaymentKind>

/** A refund as the provider describes it, in our own terms. */
export interface ProviderRefund {
  providerId: string
  /** `WAITING` may still be cancelled, `GONE` may still fail, `FAILED` is final: the money is back at the provider. */
  status: 'WAITING' | 'GONE' | 'FAILED'
  amountCents: number
  /** Our id of the refund; null when it was not made by us. */
  refundId: string | null
  /** The number of the refund attempt, from 1. */
  attempt: number
}

/** A payment as the provider describes it, in our own terms. */
export interface ProviderPayment {
  status: PaymentStatus
  /** Null when the amount can't be parsed. */
  amountCents: number | null
  currency: string
  /** Cents of its chargebacks so far; its status stays PAID. */
  chargedBackCents: number
  /** Its refunds, also failed ones and those made by others; newest first. */
  refunds: ProviderRefund[]
  /** Our id of the payment, as a second way to find it. */
  paymentId: string | null
  /** ISO 3166-1: of the card or account that paid; left out and null when it is not known. */
  country?: string | null
}

/** What a provider keeps of what was paid, by method and in cents, as its invoices have it. */
export interface SettlementCost {
  description: string
  count: number
  netCents: number
  vatCents: number
}

/** A payment, refund or chargeback as the provider lists it, in our own terms. */
export interface ProviderRecord {
  kind: 'PAYMENT' | 'REFUND' | 'CHARGEBACK'
  providerId: string
  /** The provider's id of its payment; of a payment its own. */
  providerPaymentId: string
  /** Our id of the payment or refund, as it was given to the provider; null when it was not made by us. */
  ownId: string | null
  /** Whether money moved: `REVERSED` is a chargeback that the bank took back. */
  state: 'WAITING' | 'DONE' | 'FAILED' | 'REVERSED'
  /** Above 0; null when it can't be parsed. */
  amountCents: number | null
  currency: string
  createdAt: Date
  /** When it was paid, or else when it was made. */
  movedAt: Date
}

/**
 * The state of a refund. `FAILED`: the provider refused it permanently, or it did not arrive. `BY_HAND`: no provider
 * has the payment, so an admin has to pay it back. Both require an admin. `GIVEN`: an admin has paid it back.
 */
export const RefundState = z.enum(['QUEUED', 'SENT', 'FAILED', 'BY_HAND', 'GIVEN'])
export type RefundState = z.output<typeof RefundState>

/** What an admin does about a refund that failed or has no provider. */
export const RefundResolution = z.enum(['SEND_AGAIN', 'BY_HAND'])
export type RefundResolution = z.output<typeof RefundResolution>

/** Where the money goes: the way it came, or to the buyer's store credit or card. */
export const RefundDestination = z.enum(['PAYMENT', 'CREDIT'])
export type RefundDestination = z.output<typeof RefundDestination>

export const RefundDetails = z.object({
  id,
  paymentId: id,
  amountCents: cents,
  reason: z.string(),
  /** False for a payment that was not accepted: it has no invoice, so it gets no credit note. */
  credits: z.boolean(),
  /** Made by a person in the provider's dashboard. */
  isExternal: z.boolean(),
  destination: RefundDestination,
  state: RefundState,
  failure: z.string().nullable(),
  failedAt: dateTime.nullable(),
  byHandAt: dateTime.nullable(),
  createdAt: dateTime,
})

/** A refund with its purchase and its resolutions. */
export const RefundCase = RefundDetails.extend({
  kind: PaymentKind,
  /** The id of the order, minute purchase or gift purchase. */
  subjectId: id,
  /** Null for a kind without numbers. */
  orderNumber: z.string().nullable(),
  mendings: z.array(
    z.object({ how: RefundResolution, failure: z.string().nullable(), userId: id, createdAt: dateTime }),
  ),
})
export type RefundCase = z.output<typeof RefundCase>

export const listOpenRefunds = endpoint('GET /api/admin/refunds', 'admin', {
  summary: 'Refunds that have not gone back yet: they wait for the provider, or for a person; oldest first',
  output: z.array(RefundCase),
})

export const resolveRefund = endpoint('POST /api/admin/refunds/:refundId/mend', 'admin', {
  summary: 'Send a refund that failed again, or note that its money was given back by hand',
  confirmation: 'recent',
  input: z.object({ refundId: id, how: RefundResolution }),
  output: RefundCase,
  status: 200,
})

/** The provider redirects the customer here; the response is a redirect, so the body is empty. */
export const paymentReturn = endpoint('GET /api/payments/return', 'public', {
  summary: 'Settle a payment on return from the provider and redirect to where its owner goes on',
  /**
   * Our own id. It is opened by a browser, so an invalid id is treated as an unknown payment: the answer is a
   * redirect instead of JSON.
   */
  input: z.object({ payment: z.guid().nullable().catch(null) }),
  output: z.null(),
  status: 302,
})

export const mollieWebhook = endpoint(`POST ${MOLLIE_WEBHOOK_PATH}`, 'machine', {
  summary: 'A payment changed: fetch it from the provider and settle it',
  /** Parsed by the provider's gateway. */
  input: z.looseObject({}),
  output: z.null(),
  status: 200,
  problems: ['INVALID_INPUT'],
})
