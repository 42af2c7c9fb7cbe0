/** The highest strength of a toy. */
export const MAX_TOY_STRENGTH = 20

/** An app without a report for this long counts as offline, in milliseconds. */
export const OFFLINE_AFTER_MS = 60_000

/**
 * A strength under its owner's cap: the whole scale is mapped to the range below it, so that every slider position has an effect.
 * Only 0 becomes 0.
 */
export const applyCap = (strength: number, cap: number): number =>
  strength === 0 ? 0 : Math.max(1, Math.round((strength * cap) / MAX_TOY_STRENGTH))

/** Whether a toy can be reached: its app reported it recently, and has not refused a command since the last one that it took. */
export const isToyOnline = (
  toy: { status: 'ONLINE' | 'OFFLINE'; lastActive: Date | null; unreachableAt: Date | null },
  now: Date,
): boolean =>
  toy.status === 'ONLINE' &&
  toy.unreachableAt === null &&
  toy.lastActive !== null &&
  now.getTime() - toy.lastActive.getTime() < OFFLINE_AFTER_MS
