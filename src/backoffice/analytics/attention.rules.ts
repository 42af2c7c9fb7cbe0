/** How long, and how far down, a page was looked at. */
export interface Attention {
  /** Milliseconds for which it was in sight, up to when it last went out of it. */
  seenMs: number
  /** Since when it is in sight; null while it is not. */
  since: number | null
  /** The lowest that was seen of it, and how high it is, in pixels. */
  bottom: number
  height: number
}

export const unseen: Attention = { seenMs: 0, since: null, bottom: 0, height: 0 }

/** @param now milliseconds, on a clock that only goes on */
export const inSight = (attention: Attention, now: number): Attention => ({
  ...attention,
  since: attention.since ?? now,
})

export const outOfSight = (attention: Attention, now: number): Attention => ({
  ...attention,
  seenMs: attention.seenMs + (attention.since === null ? 0 : now - attention.since),
  since: null,
})

/** A page may still grow, as its pictures and lists come: the height that it has last is what counts. */
export const seenDownTo = (attention: Attention, bottom: number, height: number): Attention => ({
  ...attention,
  bottom: Math.max(attention.bottom, bottom),
  height,
})

/** In whole seconds and whole percents. */
export const measureOf = ({ seenMs, bottom, height }: Attention) => ({
  timeOnPage: Math.round(seenMs / 1000),
  scrollDepth: height > 0 ? Math.min(100, Math.round((100 * bottom) / height)) : 0,
})
