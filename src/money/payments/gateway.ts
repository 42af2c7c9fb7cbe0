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
  /** From 1; a further attempt is a refund of its own at the provider, made because the one before failed. */
  attempt: number
  /** It may have been asked for before. */
  isRetry: boolean
  /** The payment's. */
  providerId: string
  amountCents: number
  description: string
}

/** The refund's id at the provider; or why the provider refuses it for good. */
export type ProviderRefundResult = { providerId: string } | { refused: string }

/**
 * A payment provider. All but `readWebhook` throw Problem PROVIDER_UNAVAILABLE when the provider hangs,
 * refuses, or answers what can't be understood; all may be repeated without harm.
 */
export interface PaymentGateway {
  name: string
  /** The path of our webhook for this provider. */
  webhookPath: string
  create(payment: ProviderPaymentRequest): Promise<{ providerId: string; checkoutUrl: string }>
  /** Null: the provider does not know it. */
  fetch(providerId: string, timeoutMs?: number): Promise<ProviderPayment | null>
  /** Makes a refund once, also when it was made before and the answer was lost. */
  refund(refund: ProviderRefundRequest): Promise<ProviderRefundResult>
  /** The provider's id of the payment that a webhook names; null when it can't be read. Nothing else in it is trusted. */
  readWebhook(body: unknown): string | null
}
