/** The statuses of a payment and their transitions, as Mollie documents them for API v2. Pure. */

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

/** A final payment never changes; a refunded one stays `paid`. */
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

export const statusesBefore = (status: MolliePaymentStatus): MolliePaymentStatus[] =>
  paymentStatuses.filter(from => paymentTransitions[from].includes(status))

/** Minutes until an iDEAL payment expires, as at Mollie. */
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

/** https://docs.mollie.com/docs/refunds: a refund that is processing cannot be cancelled, but may still fail. */
export const refundTransitions: Record<MollieRefundStatus, readonly MollieRefundStatus[]> = {
  queued: ['pending', 'canceled'],
  pending: ['processing', 'refunded', 'failed', 'canceled'],
  processing: ['refunded', 'failed'],
  refunded: [],
  failed: [],
  canceled: [],
}

export const refundStatusesBefore = (status: MollieRefundStatus): MollieRefundStatus[] =>
  mollieRefundStatuses.filter(from => refundTransitions[from].includes(status))

export const sendsWebhook = (status: MollieRefundStatus): boolean =>
  status === 'processing' || status === 'refunded' || status === 'failed'

/** Milliseconds until a refund goes from `pending` to `refunded`; at Mollie it takes a working day. */
export const REFUND_DURATION_MS = 5000

/** Seconds to wait after each failed attempt. Mollie makes ten attempts in 26 hours; the simulator uses shorter delays. */
const retryDelays = [1, 2, 4, 8, 15, 30, 60, 120, 300]

/** The time of the next attempt after this many, or null to give up. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const wait = retryDelays[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000)
}
