/** A visit is over after this long without a sign of it, in milliseconds. */
export const SILENCE_MS = 30 * 60_000

/** Who gave a sign within this long is here, in milliseconds. */
export const HERE_MS = 5 * 60_000

/** Nothing of a visit is kept for longer. */
export const RETENTION_MONTHS = 13
