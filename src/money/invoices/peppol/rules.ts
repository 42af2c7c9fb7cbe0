import type { InvoiceContent } from '../contract.ts'
import { belgianNumber } from '../ublParties.rules.ts'
import type { PeppolOutcome, PeppolStatus } from './contract.ts'

/** The enterprise number of a Belgian business, by which the network knows it; null for any other buyer. */
export const receiverOf = ({ vat }: Pick<InvoiceContent, 'vat'>): string | null =>
  belgianNumber(vat.business?.vatNumber)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MAX_PAUSE_MS = 6 * HOUR_MS
/** For how long a document is tried. */
export const GIVE_UP_AFTER_DAYS = 5
const GIVE_UP_MS = GIVE_UP_AFTER_DAYS * 24 * HOUR_MS

interface FailedAttempt {
  /** This one included. */
  attempts: number
  queuedAt: Date
  now: Date
  /** Seconds, when the access point says how long to wait. */
  retryAfter?: number | undefined
}

/**
 * When a document is tried again: after a minute, then twice as long each time, up to six hours; never before the access point wants it.
 * @returns null when it was tried for five days
 */
export function nextAttempt({ attempts, queuedAt, now, retryAfter = 0 }: FailedAttempt): Date | null {
  const pause = Math.min(MINUTE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS)
  const at = new Date(now.getTime() + Math.max(pause, retryAfter * 1000))
  return at.getTime() - queuedAt.getTime() > GIVE_UP_MS ? null : at
}

interface Delivery {
  outcome: PeppolOutcome
  /** The access point's words, when it has any. */
  detail: string | null
}

/**
 * Computes the change of a delivery from all known events, whatever the order in which it came: an access point may try a failed delivery
 * again, so that delivered counts more.
 * @returns null when nothing changes
 */
export function settleDelivery(status: PeppolStatus, deliveries: readonly Delivery[]): Delivery | null {
  const delivered = deliveries.find(({ outcome }) => outcome === 'DELIVERED')
  if (delivered) return status === 'SENT' || status === 'FAILED' ? delivered : null
  return status === 'SENT' ? (deliveries[0] ?? null) : null
}

export const describeFailedDelivery = (detail: string | null): string =>
  detail === null
    ? 'Het access point kon dit niet afleveren.'
    : `Het access point kon dit niet afleveren: “${detail}”.`
