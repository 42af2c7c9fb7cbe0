import type { ProviderPayment } from './contract.ts'

export interface ProviderPaymentRequest {
  paymentId: string
  amountCents: number
  /** Discreet: it appears on bank statements. */
  description: string
  redirectUrl: string
  webhookUrl: string
}

export interface ProviderRefundRequest {
  refundId: string
  /** Of ours: a further one is a refund of its own, made because the one before it failed. */
  attempt: number
  /** It may have been asked for before. */
  isRetry: boolean
  /** The payment's. */
  providerId: string
  amountCents: number
  description: string
}

/** Its own id at the provider; or why the provider will not do it, now or later. */
export type ProviderRefundResult = { providerId: string } | { refused: string }

/**
 * The door to a payment provider. All but `readWebhook` throw Problem PROVIDER_UNAVAILABLE when the provider hangs,
 * refuses, or answers what can't be understood; all may be repeated without harm.
 */
export interface PaymentGateway {
  name: string
  /** Where on our site it tells that something of a payment has changed. */
  webhookPath: string
  create(payment: ProviderPaymentRequest): Promise<{ providerId: string; checkoutUrl: string }>
  /** Null: the provider does not know it. */
  fetch(providerId: string, timeoutMs?: number): Promise<ProviderPayment | null>
  /** Never makes a refund twice, also when it was made before and its answer was lost. */
  refund(refund: ProviderRefundRequest): Promise<ProviderRefundResult>
  /** Of which payment a webhook speaks, by the provider's id; null when it can't be read. What it says of it is not believed. */
  readWebhook(body: unknown): string | null
}
