import type { RefundResolution, RefundState } from './contract.ts'

interface RefundMarks {
  providerId: string | null
  failedAt: Date | null
  byHandAt: Date | null
}

/** @param isAtProvider whether a provider has the payment that it gives back */
export function refundState(refund: RefundMarks, isAtProvider: boolean): RefundState {
  if (refund.byHandAt) return 'GIVEN'
  if (refund.failedAt) return 'FAILED'
  if (refund.providerId) return 'SENT'
  return isAtProvider ? 'QUEUED' : 'BY_HAND'
}

/** From where a person may mend it, and how. */
const resolvableStates: Record<RefundResolution, readonly RefundState[]> = {
  SEND_AGAIN: ['QUEUED', 'FAILED'],
  BY_HAND: ['QUEUED', 'FAILED', 'BY_HAND'],
}

/** Milliseconds after which no try is still on its way to the provider. */
const IN_FLIGHT_MS = 60_000

/** Whether a person may mend a refund so: what may be at the provider at this moment is not given by hand as well. */
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
