import { randomUUIDv7 } from 'node:crypto'
import type { Beacon, BeaconEvent, VisitorType } from './contract.ts'
import { funnelStepOfPage, funnelStepOfEvent } from './page.rules.ts'

/** Whose sign it is: everything that is ever known of a visit. */
export interface VisitAttributes {
  sessionId: string
  visitor: string
  tokenHash: string | null
  ipAddress: string | null
  userAgent: string | null
  country: string | null
  referrer: string | null
  visitorType: VisitorType
  isMobile: boolean
  browser: string | null
  os: string | null
  screenResolution: string | null
  language: string | null
}

/** A beacon that was taken in. Without a visit it is one more for its page, and nothing else. */
export type ReceivedBeacon = { at: Date; page: string } & (
  | { visit: null }
  | { visit: VisitAttributes; type: Beacon['type']; seconds?: number; depth?: number; event?: BeaconEvent }
)

export type VisitBeacon = Extract<ReceivedBeacon, { visit: VisitAttributes }>

interface PageViewRow {
  id: string
  page: string
  at: Date
  seconds: number | null
  depth: number | null
}

/** What the signs of one visit come to. */
export interface VisitBatch {
  first: VisitBeacon
  last: VisitBeacon
  /** What is looked at now: of a page that was left nobody knows what came before or after it. */
  currentPage: string
  views: PageViewRow[]
  /** Of views that were written before. */
  leaves: VisitBeacon[]
  events: (VisitBeacon & { event: BeaconEvent })[]
  furthest: number
}

/** The signs of each visit together. */
export function groupByVisit(signs: ReceivedBeacon[]): VisitBatch[] {
  const drafts = new Map<string, VisitBatch>()
  for (const sign of signs) {
    if (!sign.visit) continue
    const { sessionId } = sign.visit
    const empty = {
      first: sign,
      last: sign,
      currentPage: sign.page,
      views: [],
      leaves: [],
      events: [],
      furthest: 0,
    }
    const draft: VisitBatch = drafts.get(sessionId) ?? empty
    drafts.set(sessionId, draft)
    draft.last = sign
    // Who only leaves begins nothing.
    if (draft.first.type === 'leave') draft.first = sign
    if (sign.type !== 'leave') draft.currentPage = sign.page
    add(draft, sign)
  }
  return [...drafts.values()]
}

function add(draft: VisitBatch, sign: VisitBeacon): void {
  const { type, page, at, event } = sign
  if (type === 'view') {
    draft.views.push({ id: randomUUIDv7(), page, at, seconds: null, depth: null })
    draft.furthest = Math.max(draft.furthest, funnelStepOfPage(page))
  } else if (type === 'event') {
    if (!event) return
    draft.events.push({ ...sign, event })
    draft.furthest = Math.max(draft.furthest, funnelStepOfEvent(event))
  } else {
    const view = draft.views.findLast(each => each.page === page)
    if (!view) draft.leaves.push(sign)
    else {
      view.seconds = Math.max(view.seconds ?? 0, plausibleSeconds(sign, view.at))
      view.depth = Math.max(view.depth ?? 0, Math.round(sign.depth ?? 0))
    }
  }
}

/** A clock that lies is not believed beyond our own. */
const plausibleSeconds = ({ at, seconds = 0 }: VisitBeacon, since: Date): number =>
  Math.round(Math.min(seconds, Math.ceil((at.getTime() - since.getTime()) / 1000)))
