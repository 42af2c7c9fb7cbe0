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
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type { VisitorType } from './contract.ts'

/** Visits of those who consented. One is over after 30 minutes of silence; what only a living one needs is forgotten then. */
export const analytics = pgTable(
  'analytics',
  {
    id: primaryId(),
    /** A digest of what the browser called itself, from where and with what: the name itself is kept nowhere. */
    sessionId: text().notNull(),
    /** A digest of what the browser called itself: the same at its next visit. */
    visitor: text().notNull(),
    /** Who was signed in; forgotten when the visit is over. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The network, `203.0.113.0/24` or `2001:db8:1::/48`: the address itself is never written. */
    ipAddress: text(),
    /** Forgotten when the visit is over: what it says of browser and system stands beside it. */
    userAgent: text(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    /** The host that it came from. */
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
    /** The last sign of it. */
    sessionEnd: timestamptz().notNull(),
    pageViews: integer().notNull().default(0),
    events: integer().notNull().default(0),
    /** How far it came on the way to paying: 0, or the number of the step. */
    furthest: smallint().notNull().default(0),
    /** When the same browser's visit before began. */
    previousAt: timestamptz(),
    isReturningUser: boolean().generatedAlwaysAs(sql`previous_at is not null`),
    /** Whether it may still go on. */
    isOpen: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('analytics_one_open')
      .on(table.sessionId)
      .where(sql`${table.isOpen}`),
    index('analytics_open_by_sign')
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
    // Whose visit it was is known for as long as it lasts.
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

/** What was looked at in a visit. */
export const pageViews = pgTable(
  'page_views',
  {
    id: primaryId(),
    analyticsId: visit(),
    /** The path, without what names one person or thing. */
    page: text().notNull(),
    /** Seconds that it was seen; null while nobody told. */
    timeOnPage: integer(),
    /** Percent. */
    scrollDepth: smallint(),
    /** Whether the visit ended here, once it is over. */
    exitPage: boolean().notNull().default(false),
    /** Whether it was all of the visit. */
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

/** What was done in a visit. */
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

/** How often a page was opened on a day, in Brussels, by those who did not consent. Nothing else of them is known. */
export const pageTotals = pgTable(
  'page_totals',
  { day: date({ mode: 'string' }).notNull(), page: text().notNull(), views: integer().notNull() },
  table => [
    primaryKey({ columns: [table.day, table.page] }),
    check('page_totals_views', sql`${table.views} > 0`),
  ],
)

/** The visits that began on a day that is over, added up, with the page views of that day. */
export const visitDays = pgTable(
  'visit_days',
  {
    day: date({ mode: 'string' }).notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    visits: integer().notNull(),
    pageViews: integer().notNull(),
    bounces: integer().notNull(),
    cameBack: integer().notNull(),
    /** Of all its visits together. */
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.visitorType] })],
)

/**
 * The browsers that were seen on a day that is over, by how many days before they were seen last. Those that come new into a
 * period are those whose last day lies before it: so the visitors of any period can be added up without knowing any of them.
 */
export const visitorDays = pgTable(
  'visitor_days',
  {
    day: date({ mode: 'string' }).notNull(),
    visitorType: text().$type<VisitorType>().notNull(),
    /** Empty: not known. */
    country: text().notNull(),
    /** Days since it was seen last, at most as many as the longest period has; as many when it never was. */
    gap: integer().notNull(),
    visitors: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.visitorType, table.country, table.gap] })],
)

/** What the visits that began on a day that is over have in common, by name; and its page views, by page. */
export const visitDayCounts = pgTable(
  'visit_day_counts',
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
