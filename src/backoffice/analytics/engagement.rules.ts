/** How long a page was visible, and how far down it was seen. */
export interface PageEngagement {
  /** Milliseconds that it was visible, up to when it was last hidden. */
  visibleMs: number
  /** Since when it is visible, in milliseconds; null while it is hidden. */
  visibleSince: number | null
  /** In pixels. */
  lowestVisiblePixel: number
  pageHeight: number
}

export const noEngagement: PageEngagement = {
  visibleMs: 0,
  visibleSince: null,
  lowestVisiblePixel: 0,
  pageHeight: 0,
}

/** @param now milliseconds on a monotonic clock */
export const markVisible = (engagement: PageEngagement, now: number): PageEngagement => ({
  ...engagement,
  visibleSince: engagement.visibleSince ?? now,
})

export const markHidden = (engagement: PageEngagement, now: number): PageEngagement => ({
  ...engagement,
  visibleMs: engagement.visibleMs + (engagement.visibleSince === null ? 0 : now - engagement.visibleSince),
  visibleSince: null,
})

/** A page may grow while it loads: the last known height counts. */
export const markScrolledTo = (
  engagement: PageEngagement,
  bottom: number,
  height: number,
): PageEngagement => ({
  ...engagement,
  lowestVisiblePixel: Math.max(engagement.lowestVisiblePixel, bottom),
  pageHeight: height,
})

/** Rounded to seconds and percents. */
export const summarizeEngagement = ({
  visibleMs: seenMs,
  lowestVisiblePixel: bottom,
  pageHeight: height,
}: PageEngagement) => ({
  timeOnPage: Math.round(seenMs / 1000),
  scrollDepth: height > 0 ? Math.min(100, Math.round((100 * bottom) / height)) : 0,
})
