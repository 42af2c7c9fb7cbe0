import { EXPORT_DAYS } from './contract.ts'

/** Days before a closed account is erased: 28 were promised, which leaves a day for a job that is late. */
const DAYS_UNTIL_ERASED = 27

export const eraseAfter = (closedAt: Date): Date =>
  new Date(closedAt.getTime() + DAYS_UNTIL_ERASED * 24 * 3600_000)

/**
 * Buyers are removed from invoices issued before this time. Invoices are kept for whole years after the year that they were
 * issued in.
 */
export const retainedSince = (now: Date, retentionYears: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - retentionYears, 0, 1))

/** Days after shipping by which a parcel has arrived or is lost. */
const DAYS_ON_THE_ROAD = 28

/** Parcels shipped before this time are no longer on their way. */
export const arrivedBefore = (now: Date): Date => new Date(now.getTime() - DAYS_ON_THE_ROAD * 24 * 3600_000)

const DAY = 24 * 3600_000

/** When an export is deleted. */
export const exportExpiry = (readyAt: Date): Date => new Date(readyAt.getTime() + EXPORT_DAYS * DAY)

/** When the next export can be requested, once a day; null when that is now. */
export function nextExportAt(requestedAt: Date, now: Date): Date | null {
  const again = new Date(requestedAt.getTime() + DAY)
  return again > now ? again : null
}
