import { type VisitorType, visitorTypes, type WebsiteAnalyticsInput } from './contract.ts'

/** A visit is over after this long without a sign of it, in milliseconds. */
export const VISIT_IDLE_MS = 30 * 60_000

/** A visit is over after this long in any case, in milliseconds: of a day that is long over nothing more is to come. */
export const VISIT_MAX_MS = 24 * 60 * 60_000

/** Who gave a sign within this long is here, in milliseconds. */
export const LIVE_WINDOW_MS = 5 * 60_000

/** Nothing of a visit is kept for longer. */
export const RETENTION_MONTHS = 13

/** The kinds of visitors that one wants to see. */
export const includedVisitorTypes = (
  wanted: Pick<WebsiteAnalyticsInput, 'excludeBots' | 'excludeAPI'>,
): VisitorType[] =>
  visitorTypes.filter(
    type =>
      !(type === 'bot' && wanted.excludeBots === 'true') && !(type === 'api' && wanted.excludeAPI === 'true'),
  )
