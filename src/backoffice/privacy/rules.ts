import { EXPORT_DAYS } from './export.contract.ts'

/** Days that a closed account is still there: 28 were promised, and the job may have to wait for a node that is away. */
const DAYS_UNTIL_ERASED = 27

export const eraseAfter = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + DAYS_UNTIL_ERASED * 24 * 3600_000)

/**
 * Of invoices that were issued before this moment nobody has to know any more for whom they were. Books are kept for whole
 * years after the one that they are of.
 */
export const retainedSince = (now: Date, retentionYears: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - retentionYears, 0, 1))

/** Days after which a parcel has arrived, or is lost. */
const DAYS_ON_THE_ROAD = 28

/** What was sent before this moment is on its way no more. */
export const arrivedBefore = (now: Date): Date => new Date(now.getTime() - DAYS_ON_THE_ROAD * 24 * 3600_000)

const DAY = 24 * 3600_000

/** When a file with someone's data goes. */
export const exportExpiry = (readyAt: Date): Date => new Date(readyAt.getTime() + EXPORT_DAYS * DAY)

/** From when on someone can ask for their data again: once a day; null when that is now. */
export function nextExportAt(requestedAt: Date, now: Date): Date | null {
  const again = new Date(requestedAt.getTime() + DAY)
  return again > now ? again : null
}
