import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/db/columns.ts'
import type { VisitorType } from './contract.ts'

/** Visits with consent. One is over after 30 minutes without a beacon; user and user agent are removed then. */
export const analytics = pgTable(
  'analytics',
  {
    id: primaryId(),
    /** An HMAC of the visit id, network and user agent; the visit id itself is not stored. */
    sessionId: text().notNull(),
    /** An HMAC of the visit id and the visitor type: the same at the browser's next visit. */
    visitor: text().notNull(),
    /** The signed-in user; removed when the visit is over. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The network, `203.0.113.0/24` or `2001:db8:1::/48`: the full address is never stored. */
    ipAddress: text(),
    /** Removed when the visit is over; browser and system are kept in their own columns. */
    userAgent: text(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    /** The referring host. */
    referrer: text(),
    landingPage: text().notNull(),
    currentPage: text().notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    isMobile: boolean().notNull(),
    browser: text(),
    os: text(),
    screenResolution: text(),
    language: text(),
    sessionStart: timestamptz().notNull(),
    /** The time of the last beacon. */
    sessionEnd: timestamptz().notNull(),
    pageViews: integer().notNull().default(0),
    events: integer().notNull().default(0),
    /** The number of the furthest funnel step, or 0. */
    furthest: smallint().notNull().default(0),
    /** The start of the same browser's previous visit. */
    previousAt: timestamptz(),
    isReturningUser: boolean().generatedAlwaysAs(sql`previous_at is not null`),
    /** Whether the visit is not over. */
    isOpen: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('analytics_one_open')
      .on(table.sessionId)
      .where(sql`${table.isOpen}`),
    index('analytics_open_by_end')
      .on(table.sessionEnd)
      .where(sql`${table.isOpen}`),
    index('analytics_by_visitor').on(table.visitor, table.sessionStart),
    index('analytics_by_start').on(table.sessionStart),
    index('analytics_by_user')
      .on(table.userId)
      .where(sql`${table.userId} is not null`),
    check('analytics_type', sql`${table.visitorType} in ('human', 'bot', 'api')`),
    check('analytics_times', sql`${table.sessionEnd} >= ${table.sessionStart}`),
    check('analytics_furthest', sql`${table.furthest} between 0 and 4`),
    // The user is known only while the visit lasts.
    check(
      'analytics_forgets',
      sql`${table.isOpen} or (${table.userId} is null and ${table.userAgent} is null)`,
    ),
  ],
)

const visit = () =>
  uuid()
    .notNull()
    .references(() => analytics.id, { onDelete: 'cascade' })

/** The page views of visits. */
export const pageViews = pgTable(
  'page_views',
  {
    id: primaryId(),
    analyticsId: visit(),
    /** The normalized path. */
    page: text().notNull(),
    /** Seconds that it was visible; null until a leave beacon says so. */
    timeOnPage: integer(),
    /** Percent. */
    scrollDepth: smallint(),
    /** Whether the visit ended here; set when it is over. */
    exitPage: boolean().notNull().default(false),
    /** Whether it was the visit's only view, without events. */
    bounced: boolean().notNull().default(false),
    timestamp: timestamptz().notNull(),
  },
  table => [
    index('page_views_by_visit').on(table.analyticsId, table.timestamp),
    index('page_views_by_age').on(table.timestamp),
    check('page_views_scroll', sql`${table.scrollDepth} between 0 and 100`),
    check('page_views_time', sql`${table.timeOnPage} >= 0`),
  ],
)

/** The events of visits. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: primaryId(),
    analyticsId: visit(),
    eventCategory: text().notNull(),
    eventAction: text().notNull(),
    eventLabel: text(),
    eventValue: integer(),
    pageUrl: text().notNull(),
    timestamp: timestamptz().notNull(),
  },
  table => [
    index('analytics_events_by_visit').on(table.analyticsId),
    index('analytics_events_by_age').on(table.timestamp),
  ],
)

/** Page views without consent by Brussels day; nothing else of these is known. */
export const dailyPageViews = pgTable(
  'daily_page_views',
  { day: date({ mode: 'string' }).notNull(), page: text().notNull(), views: integer().notNull() },
  table => [
    primaryKey({ columns: [table.day, table.page] }),
    check('daily_page_views_views', sql`${table.views} > 0`),
  ],
)

/** Daily totals of the visits that began on a day, with their page views; rolled up once the day is over. */
export const dailyVisits = pgTable(
  'daily_visits',
  {
    day: date({ mode: 'string' }).notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    visits: integer().notNull(),
    pageViews: integer().notNull(),
    bounces: integer().notNull(),
    cameBack: integer().notNull(),
    /** The total of all visits. */
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.visitorType] })],
)

/**
 * Browsers seen on a day, by the number of days since they were seen before. Those whose gap reaches back past the start of
 * a period are new in it: so the unique visitors of any period can be added up without ids.
 */
export const dailyVisitors = pgTable(
  'daily_visitors',
  {
    day: date({ mode: 'string' }).notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    /** Empty: not known. */
    country: text().notNull(),
    /** Days since it was last seen, at most the length of the longest period; that length when it was never seen. */
    gap: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.visitorType, table.country, table.gap] })],
)

/** Daily counts by name: referrers, devices and so on of the visits that began on a day, and its page views by page. */
export const dailyVisitCounts = pgTable(
  'daily_visit_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<CountKind>().notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    /** Empty: not known. */
    name: text().notNull(),
    count: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.kind, table.visitorType, table.name] })],
)

export type CountKind = 'page' | 'referrer' | 'device' | 'browser' | 'system' | 'furthest' | 'search'
