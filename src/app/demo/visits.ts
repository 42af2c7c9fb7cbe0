import { VISIT_IDLE_MS } from '../../backoffice/analytics/rules.ts'
import type { VisitorType } from '../../backoffice/analytics/contract.ts'
import { analytics, analyticsEvents, pageViews } from '../../backoffice/analytics/table.ts'
import { addMs, DAY } from './calendar.ts'
import content from './content/visits.json' with { type: 'json' }
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import { pickOne, pickWeighted, randomWhole } from './random.ts'

const DAYS = 60
const VISITS = 200
/** Milliseconds that each page is looked at. */
const PAGE_MS = 30_000
/** Of every so many orders there is a visit: most buyers did not consent. */
const CONSENTING_EACH = 4
interface Journey {
  pages: string[]
  /** How many steps from a product to its payment. */
  steps?: number
  /** With the number of products that were found. */
  search?: { word: string; found: number }
}

/** Some weeks of visits up to now. @param userId the signed-in user of the visit in progress */
export function addVisits(history: History, orders: BuiltOrder[], userId: string): void {
  const { now, dice } = history
  const isPaid = ({ plan, paid }: BuiltOrder) => paid && plan.placedAt.getTime() > now.getTime() - DAYS * DAY
  for (const { plan } of orders.filter((order, index) => isPaid(order) && index % CONSENTING_EACH === 0))
    addVisit(history, content.bought, addMs(plan.placedAt, -content.bought.pages.length * PAGE_MS))
  for (let count = 0; count < VISITS; count += 1) {
    const journey = pickWeighted(dice, content.journeys, ({ weight }) => weight)
    addVisit(
      history,
      journey,
      addMs(now, -VISIT_IDLE_MS - journey.pages.length * PAGE_MS - dice() * DAYS * DAY),
    )
  }
  addVisit(history, content.underWay, addMs(now, -content.underWay.pages.length * PAGE_MS), userId)
}

function addVisit(
  { now, dice, rows, newId }: History,
  { pages, steps = 0, search }: Journey,
  sessionStart: Date,
  userId: string | null = null,
): void {
  const isPerson = userId !== null || steps > 0 || search !== undefined
  const devices = content.devices.filter(({ visitorType }) => !isPerson || visitorType === 'human')
  const { weight: _, userAgent, ...device } = pickWeighted(dice, devices, each => each.weight)
  const { country, language } = pickWeighted(dice, content.countries, each => each.weight)
  const id = newId(sessionStart)
  const sessionEnd = addMs(sessionStart, pages.length * PAGE_MS)
  const isOpen = now.getTime() - sessionEnd.getTime() < VISIT_IDLE_MS
  const currentPage = pages.at(-1) ?? '/'
  const events = [...(search ? [['search', 'products']] : []), ...content.funnel.slice(0, steps)]
  rows.add(analytics, {
    ...device,
    id,
    visitorType: device.visitorType as VisitorType,
    sessionId: `demo session ${id}`,
    visitor: `demo visitor ${id}`,
    // Some come back.
    previousAt: dice() < 0.25 ? addMs(sessionStart, -3 * DAY) : null,
    country,
    language,
    ipAddress: pickOne(dice, content.networks),
    referrer: pickWeighted(dice, content.referrers, each => each.weight).host,
    userId: isOpen ? userId : null,
    userAgent: isOpen ? userAgent : null,
    isOpen,
    sessionStart,
    sessionEnd,
    createdAt: sessionStart,
    landingPage: pages[0] ?? '/',
    currentPage,
    pageViews: pages.length,
    events: events.length,
    furthest: steps > 0 ? Math.min(steps + 1, 4) : Number(pages.some(page => page.startsWith('/shop/'))),
  })
  for (const [index, page] of pages.entries()) {
    const timestamp = addMs(sessionStart, index * PAGE_MS)
    const exitPage = index === pages.length - 1
    const seen = { timeOnPage: PAGE_MS / 1000, scrollDepth: randomWhole(dice, 20, 100), exitPage }
    const bounced = pages.length === 1 && events.length === 0
    rows.add(pageViews, { id: newId(timestamp), analyticsId: id, page, timestamp, ...seen, bounced })
  }
  for (const [eventCategory = '', eventAction = ''] of events) {
    const [eventLabel, eventValue] = eventCategory === 'search' ? [search?.word, search?.found] : []
    const event = { eventCategory, eventAction, eventLabel, eventValue, pageUrl: currentPage }
    rows.add(analyticsEvents, { id: newId(sessionEnd), analyticsId: id, timestamp: sessionEnd, ...event })
  }
}
