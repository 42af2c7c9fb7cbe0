import type { RefundResolution, RefundState } from './contract.ts'

interface RefundMarks {
  providerId: string | null
  failedAt: Date | null
  byHandAt: Date | null
}

/** @param isAtProvider whether a provider has the refunded payment */
export function refundState(refund: RefundMarks, isAtProvider: boolean): RefundState {
  if (refund.byHandAt) return 'GIVEN'
  if (refund.failedAt) return 'FAILED'
  if (refund.providerId) return 'SENT'
  return isAtProvider ? 'QUEUED' : 'BY_HAND'
}

const resolvableStates: Record<RefundResolution, readonly RefundState[]> = {
  SEND_AGAIN: ['QUEUED', 'FAILED'],
  BY_HAND: ['QUEUED', 'FAILED', 'BY_HAND'],
}

/** After this time, in milliseconds, no request to the provider is still in flight. */
const IN_FLIGHT_MS = 60_000

/**
 * Whether a resolution is allowed: a refund that may still be in flight to the provider must not be paid by hand too.
 */
export function checkRefundResolution(
  how: RefundResolution,
  refund: { state: RefundState; triedAt: Date | null },
  now: Date,
): 'yes' | 'no' | 'later' {
  if (!resolvableStates[how].includes(refund.state)) return 'no'
  const isUnderway =
    refund.state === 'QUEUED' && refund.triedAt && now.getTime() - refund.triedAt.getTime() < IN_FLIGHT_MS
  return how === 'BY_HAND' && isUnderway ? 'later' : 'yes'
}
