import { startOfBrusselsDay, toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'

/** So many months after a day; the last of the month where the later month has no such day. */
function addMonths(day: string, months: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + months)
  // The 31st of a month with 30 days is the 1st of the next.
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later.toISOString().slice(0, 10)
}

/** When a card is no longer valid that is so for months from a moment: midnight in Brussels after its last day. */
export const endOfValidity = (from: Date, months: number): Date =>
  startOfBrusselsDay(shiftDay(addMonths(toBrusselsDay(from), months), 1))

/** Months that an expired card of a guest lasts again, to spend the money that comes back to it. */
const GUEST_MONTHS = 1

/** When an expired card ends to which money of a guest comes back, who has no store credit to spend. */
export const endOfGuestCard = (now: Date): Date => endOfValidity(now, GUEST_MONTHS)

/** The months from a day until the last day of something that ends then. */
function monthsUntil(day: string, end: Date): number {
  const from = new Date(day)
  const last = new Date(toBrusselsDay(new Date(end.getTime() - 1)))
  return 12 * (last.getUTCFullYear() - from.getUTCFullYear()) + last.getUTCMonth() - from.getUTCMonth()
}

/**
 * When a card ends that is mailed on another day than was planned: so many months after it, or as many as when it was sold, if those are
 * more; never earlier than it did.
 */
export function endAfterMove(
  { deliverOn, expiresAt }: { deliverOn: string | null; expiresAt: Date | null },
  day: string,
  months: number,
): Date {
  const sold = deliverOn && expiresAt ? monthsUntil(deliverOn, expiresAt) : months
  const end = endOfValidity(startOfBrusselsDay(day), Math.max(months, sold))
  return expiresAt && expiresAt > end ? expiresAt : end
}

/** The last moment at which a card is valid, which is of the day that its owner reads. @param expiresAt when it is no longer */
export const lastValidMoment = (expiresAt: string): string =>
  new Date(Date.parse(expiresAt) - 1).toISOString()
