/** How long, and how far down, a page was looked at. */
export interface PageEngagement {
  /** Milliseconds for which it was in sight, up to when it last went out of it. */
  visibleMs: number
  /** Since when it is in sight; null while it is not. */
  visibleSince: number | null
  /** The lowest that was seen of it, and how high it is, in pixels. */
  lowestVisiblePixel: number
  pageHeight: number
}

export const noEngagement: PageEngagement = {
  visibleMs: 0,
  visibleSince: null,
  lowestVisiblePixel: 0,
  pageHeight: 0,
}

/** @param now milliseconds, on a clock that only goes on */
export const markVisible = (attention: PageEngagement, now: number): PageEngagement => ({
  ...attention,
  visibleSince: attention.visibleSince ?? now,
})

export const markHidden = (attention: PageEngagement, now: number): PageEngagement => ({
  ...attention,
  visibleMs: attention.visibleMs + (attention.visibleSince === null ? 0 : now - attention.visibleSince),
  visibleSince: null,
})

/** A page may still grow, as its pictures and lists come: the height that it has last is what counts. */
export const markScrolledTo = (
  attention: PageEngagement,
  bottom: number,
  height: number,
): PageEngagement => ({
  ...attention,
  lowestVisiblePixel: Math.max(attention.lowestVisiblePixel, bottom),
  pageHeight: height,
})

/** In whole seconds and whole percents. */
export const summarizeEngagement = ({
  visibleMs: seenMs,
  lowestVisiblePixel: bottom,
  pageHeight: height,
}: PageEngagement) => ({
  timeOnPage: Math.round(seenMs / 1000),
  scrollDepth: height > 0 ? Math.min(100, Math.round((100 * bottom) / height)) : 0,
})
