import { type VisitorType, visitorTypes, type WebsiteAnalyticsInput } from './contract.ts'

/** Milliseconds without a beacon after which a visit is over. */
export const VISIT_IDLE_MS = 30 * 60_000

/** Milliseconds after which a visit is over in any case, so that the numbers of a past day become final. */
export const VISIT_MAX_MS = 24 * 60 * 60_000

/** Milliseconds since the last beacon within which a visitor counts as live. */
export const LIVE_WINDOW_MS = 5 * 60_000

/** Visits are deleted after this. */
export const RETENTION_MONTHS = 13

/** The visitor types that a filter includes. */
export const includedVisitorTypes = (
  wanted: Pick<WebsiteAnalyticsInput, 'excludeBots' | 'excludeAPI'>,
): VisitorType[] =>
  visitorTypes.filter(
    type =>
      !(type === 'bot' && wanted.excludeBots === 'true') && !(type === 'api' && wanted.excludeAPI === 'true'),
  )
