/** The highest strength that a toy knows. */
export const MAX_TOY_STRENGTH = 20

/** An app that was silent for this long is taken to be away, in milliseconds. */
export const OFFLINE_AFTER_MS = 60_000

/**
 * A strength under its owner's cap: the whole scale is squeezed below it, so that the slider keeps its meaning. What is
 * asked at all stays felt: only 0 becomes 0.
 */
export const applyCap = (strength: number, cap: number): number =>
  strength === 0 ? 0 : Math.max(1, Math.round((strength * cap) / MAX_TOY_STRENGTH))

/** Whether a toy can be reached: its app said so, not too long ago, and has not refused a command since the last it took. */
export const isToyOnline = (
  toy: { status: 'ONLINE' | 'OFFLINE'; lastActive: Date | null; unreachableAt: Date | null },
  now: Date,
): boolean =>
  toy.status === 'ONLINE' &&
  toy.unreachableAt === null &&
  toy.lastActive !== null &&
  now.getTime() - toy.lastActive.getTime() < OFFLINE_AFTER_MS
