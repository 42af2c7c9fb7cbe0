import { z } from 'zod'
import type { PaymentMethod } from '../../wire/paymentSettings.ts'
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

/** The providers of payments by gift card and by store credit, which are our own. */
export const GIFT_CARD_PROVIDER = 'gift_card'
export const STORE_CREDIT_PROVIDER = 'store_credit'

export const creditProviders: string[] = [GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER]

export const isCreditProvider = (provider: string): boolean => creditProviders.includes(provider)

export const webhookPath = (provider: string): string => `/api/webhooks/${provider}`

/** The texts of a provider in the back office. */
export interface ProviderTexts {
  id: string
  name: string
  /** Where its settlements can't be read. */
  noSettlements: string
  /** Where they can, and it gave none. */
  settlementsFailed: string
  /** How an admin gets the file that payments are compared with; null where the shop reads the provider's lists. */
  exportHelp: string | null
}

/** The table of a purchase; `PaymentUse` decides its provider. */
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
  /** Whether it may be a refund of ours without an id of the provider: an admin made it there by hand, or the answer named none. */
  mayBeOurs?: boolean
}

/** A signed report of a provider about a payment: that it was made, given back or charged back. */
export interface ProviderPostback {
  /** The provider's id of the payment. */
  providerId: string
  /** `OTHER` is stored, and changes nothing. */
  event: 'SALE' | 'CREDIT' | 'CHARGEBACK' | 'OTHER'
  /** The number of the sale on the provider's own pages. */
  saleNumber: string
  transactionId: string
  /** The transaction that is given back. */
  parentId: string | null
  amountCents: number
  currency: string
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
  /** Null when the provider does not say it. */
  method?: PaymentMethod | null
  /** The number of the sale on the provider's own pages, where it is not the provider's id. */
  saleNumber?: string | null
  /** Of one that counts as expired because the provider is silent: it is fetched for a day more. */
  mayBePaidLate?: boolean
  /** The provider gave all of it back by itself, because its report that it was paid was not accepted. */
  isReturned?: boolean
  /** Reports of the provider that do not fit the payment: an admin has to look at it. */
  doubt?: string | null
}

/** The costs that a provider keeps of payments, by method and in cents, as its invoices have it. */
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

/** The decision of an admin about a refund that failed or has no provider. */
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
  /** Whether its provider makes refunds for us. */
  canBeSent: z.boolean(),
  mendings: z.array(
    z.object({ how: RefundResolution, failure: z.string().nullable(), userId: id, createdAt: dateTime }),
  ),
})
export type RefundCase = z.output<typeof RefundCase>

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

const webhook = {
  summary: 'A payment changed: fetch it from the provider and settle it',
  /** Parsed by the provider's own code. */
  input: z.looseObject({ provider: z.string().regex(/^[a-z_]{1,32}$/) }),
  output: z.null(),
  status: 200,
  problems: ['INVALID_INPUT', 'NOT_FOUND'],
} as const

export const paymentWebhook = endpoint('POST /api/webhooks/:provider', 'machine', webhook)

/**
 * Of providers that call by GET. Only calls that the provider did not sign are limited: an answer that is not its own would make it pay the money
 * back.
 */
export const paymentPostback = endpoint('GET /api/webhooks/:provider', 'machine', {
  ...webhook,
  sends: 'text/plain',
  rateLimited: false,
  problems: [...webhook.problems, 'RATE_LIMITED'],
})
