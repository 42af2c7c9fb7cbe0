import type { ProviderPayment, ProviderRecord, SettlementCost } from './contract.ts'

export interface ProviderPaymentRequest {
  paymentId: string
  amountCents: number
  /** Must not name products: it appears on bank statements. */
  description: string
  redirectUrl: string
  webhookUrl: string
}

export interface ProviderRefundRequest {
  refundId: string
  /** From 1; a further attempt is a separate refund at the provider, made because the one before failed. */
  attempt: number
  /** Whether it may have been requested before. */
  isRetry: boolean
  /** The provider's id of the payment. */
  providerId: string
  amountCents: number
  description: string
}

/** The provider's id of the refund, or why the provider refuses it permanently. */
export type ProviderRefundResult = { providerId: string } | { refused: string }

/** The account at the provider that our key belongs to. */
export interface PaymentAccount {
  /** As its owner named it. */
  name: string
  /** Whether it takes real money; a test key does not. */
  isLive: boolean
  /** The names of the payment methods that are on. */
  methods: string[]
}

/** What a provider lists. */
export type ProviderList = ProviderRecord['kind']

/** A part of a list of the provider, newest first. */
export interface ProviderPage {
  records: ProviderRecord[]
  /** The id with which the next page begins; null after the last. */
  next: string | null
}

/** An amount that a provider pays out to the bank account of the shop. */
export interface ProviderSettlement {
  providerId: string
  /** As the bank statement has it. */
  reference: string | null
  /** Null until it is paid out. */
  paidOutAt: Date | null
  createdAt: Date | null
  /** What is paid out, signed. */
  amountCents: number
  costs: SettlementCost[]
}

/** The settlements of the account, newest first; all functions throw Problem PROVIDER_UNAVAILABLE. */
export interface SettlementSource {
  /** @param from the id of the first of the page; null for the newest */
  readSettlements(from: string | null): Promise<{ settlements: ProviderSettlement[]; next: string | null }>
  /** The payments, refunds or chargebacks of one. */
  readItems(settlementId: string, list: ProviderList, from: string | null): Promise<ProviderPage>
}

/**
 * A payment provider. All functions except `readWebhook` throw Problem PROVIDER_UNAVAILABLE on a timeout, a refusal
 * or an invalid response; all are idempotent.
 */
export interface PaymentGateway {
  name: string
  /** The path of our webhook for this provider. */
  webhookPath: string
  create(payment: ProviderPaymentRequest): Promise<{ providerId: string; checkoutUrl: string }>
  /** Null when the provider does not know it. */
  fetch(providerId: string, timeoutMs?: number): Promise<ProviderPayment | null>
  /** Makes a refund once, also when it was made before and the response was lost. */
  refund(refund: ProviderRefundRequest): Promise<ProviderRefundResult>
  /**
   * The provider's id of the payment that a webhook names; null when it can't be parsed. No other part of the webhook
   * is trusted.
   */
  readWebhook(body: unknown): string | null
  /** Asks the provider whose key we have. */
  readAccount(): Promise<PaymentAccount>
  /** A page of all that the account has. @param from the id of its first item; null for the newest */
  readPage(list: ProviderList, from: string | null): Promise<ProviderPage>
  /** Null when we have no token for them. */
  settlements: SettlementSource | null
}
