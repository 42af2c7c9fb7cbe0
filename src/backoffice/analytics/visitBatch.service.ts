import { randomUUIDv7 } from 'node:crypto'
import type { Beacon, BeaconEvent, VisitorType } from './contract.ts'
import { funnelStepOfPage, funnelStepOfEvent } from './page.rules.ts'

/** Everything that is stored of a visit, but for its pages and events. */
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

/** A received beacon. Without a visit it only counts a view of its page. */
export type ReceivedBeacon = { at: Date; page: string } & (
  | { visit: null }
  | { visit: VisitAttributes; type: Beacon['type']; seconds?: number; depth?: number; event?: BeaconEvent }
)

export type VisitBeacon = Extract<ReceivedBeacon, { visit: VisitAttributes }>

/** All beacons of one visit within one write. */
export interface VisitBatch {
  first: VisitBeacon
  last: VisitBeacon
  /** The page of the last beacon that is not a leave. */
  currentPage: string
  views: { id: string; page: string; at: Date; seconds: number | null; depth: number | null }[]
  /** Leave beacons of views that were written earlier. */
  leaves: VisitBeacon[]
  events: (VisitBeacon & { event: BeaconEvent })[]
  furthest: number
}

/** Groups beacons by visit. */
export function groupByVisit(beacons: ReceivedBeacon[]): VisitBatch[] {
  const batches = new Map<string, VisitBatch>()
  for (const beacon of beacons) {
    if (!beacon.visit) continue
    const { sessionId } = beacon.visit
    const empty = {
      first: beacon,
      last: beacon,
      currentPage: beacon.page,
      views: [],
      leaves: [],
      events: [],
      furthest: 0,
    }
    const batch: VisitBatch = batches.get(sessionId) ?? empty
    batches.set(sessionId, batch)
    batch.last = beacon
    // A leave beacon never begins a visit.
    if (batch.first.type === 'leave') batch.first = beacon
    if (beacon.type !== 'leave') batch.currentPage = beacon.page
    add(batch, beacon)
  }
  return [...batches.values()]
}

function add(batch: VisitBatch, beacon: VisitBeacon): void {
  const { type, page, at, event } = beacon
  if (type === 'view') {
    batch.views.push({ id: randomUUIDv7(), page, at, seconds: null, depth: null })
    batch.furthest = Math.max(batch.furthest, funnelStepOfPage(page))
  } else if (type === 'event') {
    if (!event) return
    batch.events.push({ ...beacon, event })
    batch.furthest = Math.max(batch.furthest, funnelStepOfEvent(event))
  } else {
    const view = batch.views.findLast(each => each.page === page)
    if (!view) batch.leaves.push(beacon)
    else {
      view.seconds = Math.max(view.seconds ?? 0, plausibleSeconds(beacon, view.at))
      view.depth = Math.max(view.depth ?? 0, Math.round(beacon.depth ?? 0))
    }
  }
}

/** The browser's seconds, limited to the time that passed here. */
const plausibleSeconds = ({ at, seconds = 0 }: VisitBeacon, since: Date): number =>
  Math.round(Math.min(seconds, Math.ceil((at.getTime() - since.getTime()) / 1000)))
