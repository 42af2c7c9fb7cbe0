import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { VISIT_IDLE_MS } from '../../backoffice/analytics/rules.ts'
import { analytics, analyticsEvents, pageTotals, pageViews } from '../../backoffice/analytics/table.ts'
import type { Tx } from '../../platform/db.ts'
import {
  createSeededRandom,
  type SeededRandom,
  type DemoJourney,
  randomJourney,
  pickWeighted,
} from './journeys.ts'
import { type DemoVisitor, randomVisitor } from './visitors.ts'

const DAY = 24 * 3600_000
const DAYS = 60
const VISITS = 300
/** The number of visits in progress when the demo starts. */
const UNDER_WAY = 3

const referrers = [
  [null, 44],
  ['google.com', 28],
  ['duckduckgo.com', 9],
  ['instagram.com', 8],
  ['bing.com', 5],
  ['ecosia.org', 3],
  ['forum.voorbeeld.nl', 3],
] as const

interface DemoVisit extends DemoJourney {
  id: string
  who: DemoVisitor
  referrer: string | null
  start: Date
  /** The start of the same visitor's previous visit. */
  previousAt: Date | null
}

/**
 * Inserts some weeks of visits up to now, in four statements.
 * @param userId the signed-in user of one of the visits in progress
 */
export async function seedVisits(tx: Tx, userId: string, now: Date): Promise<void> {
  const visits = visitsUntil(now)
  const latest = visits.at(-1)
  await tx
    .insert(analytics)
    .values(visits.map(visit => ({ ...visitRow(visit, now), userId: visit === latest ? userId : null })))
  await insertViews(tx, visits)
  await tx.insert(analyticsEvents).values(visits.flatMap(eventRows))
  await tx.insert(pageTotals).values(totalRows(now))
}

/** Oldest first; about every fourth by a returning visitor. */
function visitsUntil(now: Date): DemoVisit[] {
  const dice = createSeededRandom(20_261_121)
  const seen: { who: DemoVisitor; start: Date }[] = []
  return startsUntil(now, dice).map((begin, index, { length }) => {
    const isUnderWay = index >= length - UNDER_WAY
    const old = dice() < 0.26 && !isUnderWay ? seen.splice(Math.floor(dice() * seen.length), 1)[0] : undefined
    const who = old?.who ?? randomVisitor(dice, index, isUnderWay)
    const journey = who.visitorType === 'human' ? randomJourney(dice) : crawlerJourney(dice)
    // A visitor in progress has just opened the last page.
    const lasts = isUnderWay
      ? Math.min(journey.lasts, (journey.views.at(-1)?.after ?? 0) + 60)
      : journey.lasts
    const latest = now.getTime() - lasts * 1000 - (isUnderWay ? (length - index) * 20_000 : VISIT_IDLE_MS)
    const start = new Date(isUnderWay ? latest : Math.min(begin, latest))
    seen.push({ who, start })
    const referrer = pickWeighted(dice, referrers)
    return { ...journey, lasts, id: randomUUIDv7(), who, referrer, start, previousAt: old?.start ?? null }
  })
}

/** More visits recently than before, and more in the evening than at night. */
function startsUntil(now: Date, dice: SeededRandom): number[] {
  const starts: number[] = []
  while (starts.length < VISITS) {
    const start = now.getTime() - dice() ** 1.25 * DAYS * DAY
    const hour = new Date(start).getUTCHours()
    if (dice() < (hour < 6 ? 0.12 : hour < 17 ? 0.5 : 1)) starts.push(start)
  }
  return starts.toSorted((one, other) => one - other)
}

/** A crawler follows links and causes no events. */
function crawlerJourney(dice: SeededRandom): DemoJourney {
  const pages = ['/', '/shop', '/live', '/privacy-policy'].slice(0, 1 + Math.floor(dice() * 4))
  const views = pages.map((page, index) => ({ page, after: index * 2, seconds: 1 }))
  return { views, events: [], furthest: 0, lasts: views.length * 2 }
}

const timeInVisit = ({ start }: DemoVisit, seconds: number) => new Date(start.getTime() + seconds * 1000)

function visitRow(visit: DemoVisit, now: Date): typeof analytics.$inferInsert {
  const { id, who, referrer, start, previousAt, views, events, furthest, lasts } = visit
  const sessionEnd = timeInVisit(visit, lasts)
  const isOpen = now.getTime() - sessionEnd.getTime() < VISIT_IDLE_MS
  return {
    ...who,
    id,
    referrer,
    previousAt,
    furthest,
    isOpen,
    sessionEnd,
    sessionStart: start,
    createdAt: start,
    userAgent: isOpen ? who.userAgent : null,
    landingPage: views[0]?.page ?? '/',
    currentPage: views.at(-1)?.page ?? '/',
    pageViews: views.length,
    events: events.length,
  }
}

/** For a thousand rows, one JSON parameter takes a third of the time. */
async function insertViews(tx: Tx, visits: DemoVisit[]): Promise<void> {
  const rows = visits.flatMap(visit =>
    visit.views.map(({ page, after, seconds }, index, { length }) => {
      const isLast = index === length - 1
      const isAll = isLast && index === 0 && visit.events.length === 0
      const depth = Math.min(100, 20 + seconds)
      return [randomUUIDv7(), visit.id, page, timeInVisit(visit, after), seconds, depth, isLast, isAll]
    }),
  )
  await tx.execute(sql`
    insert into ${pageViews} (id, analytics_id, page, timestamp, time_on_page, scroll_depth, exit_page, bounced)
    select (row ->> 0)::uuid, (row ->> 1)::uuid, row ->> 2, (row ->> 3)::timestamptz, (row ->> 4)::int, (row ->> 5)::int,
      (row ->> 6)::boolean, (row ->> 7)::boolean
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as sent (row)`)
}

const eventRows = (visit: DemoVisit): (typeof analyticsEvents.$inferInsert)[] =>
  visit.events.map(({ category, action, label, value, page, after }) => ({
    analyticsId: visit.id,
    eventCategory: category,
    eventAction: action,
    eventLabel: label,
    eventValue: value,
    pageUrl: page,
    // A visit in progress has not reached its last event yet.
    timestamp: timeInVisit(visit, Math.min(after, visit.lasts)),
  }))

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })

/** The page views of visitors without consent: only the page and the day are stored. */
function totalRows(now: Date): (typeof pageTotals.$inferInsert)[] {
  const dice = createSeededRandom(20_261_122)
  const days = new Set(Array.from({ length: DAYS }, (_, ago) => day.format(now.getTime() - ago * DAY)))
  return [...days].flatMap(on =>
    ['/', '/shop', '/live'].map((page, index) => ({
      day: on,
      page,
      views: 1 + Math.floor((dice() * 9) / (index + 1)),
    })),
  )
}
