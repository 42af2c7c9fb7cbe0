/** What a payment is and may become, as Mollie documents it for API v2. Pure. */

export const paymentStatuses = [
  'open',
  'pending',
  'authorized',
  'paid',
  'canceled',
  'expired',
  'failed',
] as const
export type MolliePaymentStatus = (typeof paymentStatuses)[number]

const final: readonly MolliePaymentStatus[] = []

/** A final payment never moves; a refunded one stays `paid`. */
export const paymentTransitions: Record<MolliePaymentStatus, readonly MolliePaymentStatus[]> = {
  open: ['pending', 'authorized', 'paid', 'canceled', 'expired', 'failed'],
  pending: ['authorized', 'paid', 'canceled', 'expired', 'failed'],
  authorized: ['paid', 'canceled', 'expired', 'failed'],
  paid: final,
  canceled: final,
  expired: final,
  failed: final,
}

export const isFinalStatus = (status: MolliePaymentStatus): boolean => paymentTransitions[status].length === 0

/** The statuses from which a payment may become this one. */
export const statusesBefore = (status: MolliePaymentStatus): MolliePaymentStatus[] =>
  paymentStatuses.filter(from => paymentTransitions[from].includes(status))

/** Minutes that a customer has to pay, as Mollie gives for iDEAL. */
export const MINUTES_TO_PAY = 15

export const mollieRefundStatuses = [
  'queued',
  'pending',
  'processing',
  'refunded',
  'failed',
  'canceled',
] as const
export type MollieRefundStatus = (typeof mollieRefundStatuses)[number]

/** https://docs.mollie.com/docs/refunds: what is processed can't be called off, but may still fail. */
export const refundTransitions: Record<MollieRefundStatus, readonly MollieRefundStatus[]> = {
  queued: ['pending', 'canceled'],
  pending: ['processing', 'refunded', 'failed', 'canceled'],
  processing: ['refunded', 'failed'],
  refunded: [],
  failed: [],
  canceled: [],
}

/** The statuses from which a refund may become this one. */
export const refundStatusesBefore = (status: MollieRefundStatus): MollieRefundStatus[] =>
  mollieRefundStatuses.filter(from => refundTransitions[from].includes(status))

/** Whether the shop is told of a refund that has become this. */
export const sendsWebhook = (status: MollieRefundStatus): boolean =>
  status === 'processing' || status === 'refunded' || status === 'failed'

/** Milliseconds that a refund takes to go from `pending` to `refunded`; at Mollie it is a working day. */
export const REFUND_DURATION_MS = 5000

/** Seconds to wait after each failed attempt. Mollie takes 26 hours over ten attempts; a simulator is more hurried. */
const retryDelays = [1, 2, 4, 8, 15, 30, 60, 120, 300]

/** When a webhook is tried again after so many attempts, or null to give up. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const wait = retryDelays[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000)
}

/** Whether something may be called, or redirected to: an absolute http(s) address, nothing else. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
