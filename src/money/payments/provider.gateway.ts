import type { ProviderPayment, ProviderPostback, ProviderRecord, SettlementCost } from './contract.ts'

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
  /** Whether this attempt may have been requested before. */
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

/** A list that a provider has. */
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
  /** The amount that is paid out, signed. */
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

/** A call of a provider's webhook, as it came. */
export interface WebhookRequest {
  method: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body before it is parsed, since signatures are over its bytes; empty without one. */
  rawBody: string
}

/** All that the account of the shop has, newest first. */
export interface ProviderLists {
  /** @param from the id of the first item; null for the newest */
  readPage(list: ProviderList, from: string | null): Promise<ProviderPage>
}

/**
 * A payment provider: creating, fetching and its webhook, and the capabilities that it has. All functions except `readWebhook` throw
 * Problem PROVIDER_UNAVAILABLE on a timeout, a refusal or an invalid response; all are idempotent.
 */
export interface PaymentProvider {
  /** As payments and settings name it, and its webhook's path. */
  name: string
  create(payment: ProviderPaymentRequest): Promise<{ providerId: string; checkoutUrl: string }>
  /** Null when the provider does not know it. */
  fetch(providerId: string, timeoutMs?: number): Promise<ProviderPayment | null>
  /**
   * The provider's id of the payment that a webhook names, which is fetched then; a signed report, which is stored first, because it may not come
   * again. Null when it can't be parsed or its signature is wrong.
   */
  readWebhook(request: WebhookRequest): string | ProviderPostback | null
  /**
   * Of a provider that knows nothing of a payment until it is paid, and tells nothing of one that is not: minutes after which such a payment has
   * expired.
   */
  silentMinutes?: number
  /** The plain text by which the provider knows that a webhook was received; null when the status alone says it. */
  answer: string | null
  /** Makes a refund once, also when it was made before and the response was lost. Without it an admin refunds by hand. */
  refund?: (refund: ProviderRefundRequest) => Promise<ProviderRefundResult>
  lists?: ProviderLists
  /**
   * Of a provider without lists: reads the file of all transactions that its own pages export.
   * @throws UnreadableFileError with the line of the first transaction that can't be read; then nothing of it counts
   */
  readExport?: (file: AsyncIterable<Uint8Array>) => Promise<ProviderRecord[]>
  /** Left out also where we have no token for them. */
  settlements?: SettlementSource
  /** Asks the provider whose key we have. */
  account?: () => Promise<PaymentAccount>
}
