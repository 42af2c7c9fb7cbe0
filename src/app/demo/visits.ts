import { randomUUIDv7 } from 'node:crypto'
import { VISIT_IDLE_MS } from '../../backoffice/analytics/rules.ts'
import { analytics, analyticsEvents, pageTotals, pageViews } from '../../backoffice/analytics/table.ts'
import type { Tx } from '../../platform/db.ts'
import { insertRows } from './insertRows.ts'
import { type DemoJourney, randomJourney } from './journeys.ts'
import { createSeededRandom, pickWeighted, type SeededRandom } from './random.ts'
import { type DemoVisitor, randomVisitor } from './visitors.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'

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
 * @param shop `userId` is the signed-in user of one of the visits in progress; `orders` are those that visits led to
 */
export async function seedVisits(
  tx: Tx,
  {
    userId,
    orders,
  }: { userId: string; orders: { createdAt?: Date | undefined; paidAt?: Date | null | undefined }[] },
  now: Date,
): Promise<void> {
  const paid = orders.flatMap(({ createdAt, paidAt }) => (createdAt && paidAt ? [createdAt.getTime()] : []))
  const visits = visitsUntil(now, paid)
  const latest = visits.at(-1)
  await insertRows(
    tx,
    analytics,
    visits.map(visit => ({ ...visitRow(visit, now), userId: visit === latest ? userId : null })),
  )
  await insertRows(tx, pageViews, visits.flatMap(viewRows))
  await insertRows(tx, analyticsEvents, visits.flatMap(eventRows))
  await insertRows(tx, pageTotals, totalRows(now))
}

/**
 * Oldest first; about every fourth by a returning visitor. One that buys is the visit of an order of about that time: its times are
 * those of the order. Of most orders there is no visit, because its buyer did not consent.
 * @param paid when orders that were paid were placed
 */
export function visitsUntil(now: Date, paid: readonly number[]): DemoVisit[] {
  const dice = createSeededRandom(20_261_121)
  const left = new Set(paid)
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
    const placedAt = journey.furthest === 4 && !isUnderWay ? takeNearest(left, begin) : undefined
    const start = new Date(
      placedAt !== undefined ? placedAt - lasts * 1000 : isUnderWay ? latest : Math.min(begin, latest),
    )
    seen.push({ who, start })
    const referrer = pickWeighted(dice, referrers)
    const previousAt = old && old.start < start ? old.start : null
    return { ...journey, lasts, id: randomUUIDv7(), who, referrer, start, previousAt }
  })
}

/** Takes the number that is nearest to this one. */
function takeNearest(left: Set<number>, to: number): number | undefined {
  const [nearest] = [...left].toSorted((one, other) => Math.abs(one - to) - Math.abs(other - to))
  if (nearest !== undefined) left.delete(nearest)
  return nearest
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

const viewRows = (visit: DemoVisit): (typeof pageViews.$inferInsert)[] =>
  visit.views.map(({ page, after, seconds }, index, { length }) => {
    const exitPage = index === length - 1
    return {
      id: randomUUIDv7(),
      analyticsId: visit.id,
      page,
      timestamp: timeInVisit(visit, after),
      timeOnPage: seconds,
      scrollDepth: Math.min(100, 20 + seconds),
      exitPage,
      bounced: exitPage && index === 0 && visit.events.length === 0,
    }
  })

const eventRows = (visit: DemoVisit): (typeof analyticsEvents.$inferInsert)[] =>
  visit.events.map(({ category, action, label, value, page, after }) => ({
    id: randomUUIDv7(),
    analyticsId: visit.id,
    eventCategory: category,
    eventAction: action,
    eventLabel: label,
    eventValue: value,
    pageUrl: page,
    // A visit in progress has not reached its last event yet.
    timestamp: timeInVisit(visit, Math.min(after, visit.lasts)),
  }))

/** The page views of visitors without consent: only the page and the day are stored. */
function totalRows(now: Date): (typeof pageTotals.$inferInsert)[] {
  const dice = createSeededRandom(20_261_122)
  const days = new Set(
    Array.from({ length: DAYS }, (_, ago) => toBrusselsDay(new Date(now.getTime() - ago * DAY))),
  )
  return [...days].flatMap(on =>
    ['/', '/shop', '/live'].map((page, index) => ({
      day: on,
      page,
      views: 1 + Math.floor((dice() * 9) / (index + 1)),
    })),
  )
}
