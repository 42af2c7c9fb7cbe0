/** A link for one use works for this long after it, in milliseconds: whoever is not sure that it worked uses it again. */
const REPEATABLE_MS = 10 * 60_000
/** An unused link for one use ends after this long, in milliseconds. */
const UNUSED_MS = 7 * 24 * 3_600_000

interface StopLinkTimes {
  isSingleUse: boolean
  createdAt: Date
  firstUsedAt: Date | null
}

/** Whether a stop link works at `now`; a card works until it is revoked. */
export function isStopLinkValid({ isSingleUse, createdAt, firstUsedAt }: StopLinkTimes, now: Date): boolean {
  if (!isSingleUse) return true
  const endsAt = firstUsedAt ? firstUsedAt.getTime() + REPEATABLE_MS : createdAt.getTime() + UNUSED_MS
  return now.getTime() < endsAt
}

/** Whether a use at `now` follows another one so soon that the audit log needs no entry of it. */
export const isRepeatedUse = ({ lastUsedAt }: { lastUsedAt: Date | null }, now: Date): boolean =>
  lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < REPEATABLE_MS
