import type { Truth } from './contract.ts'

export interface NewPayment {
  paymentId: string
  amountCents: number
  /** Discreet: it appears on bank statements. */
  description: string
  redirectUrl: string
  webhookUrl: string
}

/**
 * The door to a payment provider. All but `readWebhook` throw Problem PROVIDER_UNAVAILABLE when the provider hangs,
 * refuses, or answers what can't be understood; all may be repeated without harm.
 */
export interface PaymentGateway {
  name: string
  create(payment: NewPayment): Promise<{ providerId: string; checkoutUrl: string }>
  /** Null: the provider does not know it. */
  fetch(providerId: string, timeoutMs?: number): Promise<Truth | null>
  refund(refund: {
    refundId: string
    providerId: string
    amountCents: number
    description: string
  }): Promise<{ providerId: string }>
  /** Of which payment a webhook speaks, by the provider's id; null when it can't be read. What it says of it is not believed. */
  readWebhook(body: unknown): string | null
}
