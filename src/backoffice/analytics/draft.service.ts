import { randomUUIDv7 } from 'node:crypto'
import type { Beacon, Happening, VisitorType } from './contract.ts'
import { stepAt, stepOf } from './page.rules.ts'

/** Whose sign it is: everything that is ever known of a visit. */
export interface VisitFacts {
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
export type Sign = { at: Date; page: string } & (
  | { visit: null }
  | { visit: VisitFacts; type: Beacon['type']; seconds?: number; depth?: number; event?: Happening }
)

export type VisitSign = Extract<Sign, { visit: VisitFacts }>

interface View {
  id: string
  page: string
  at: Date
  seconds: number | null
  depth: number | null
}

/** What the signs of one visit come to. */
export interface Draft {
  first: VisitSign
  last: VisitSign
  /** What is looked at now: of a page that was left nobody knows what came before or after it. */
  page: string
  views: View[]
  /** Of views that were written before. */
  leaves: VisitSign[]
  events: (VisitSign & { event: Happening })[]
  furthest: number
}

/** The signs of each visit together. */
export function draftsOf(signs: Sign[]): Draft[] {
  const drafts = new Map<string, Draft>()
  for (const sign of signs) {
    if (!sign.visit) continue
    const { sessionId } = sign.visit
    const empty = { first: sign, last: sign, page: sign.page, views: [], leaves: [], events: [], furthest: 0 }
    const draft: Draft = drafts.get(sessionId) ?? empty
    drafts.set(sessionId, draft)
    draft.last = sign
    // Who only leaves begins nothing.
    if (draft.first.type === 'leave') draft.first = sign
    if (sign.type !== 'leave') draft.page = sign.page
    add(draft, sign)
  }
  return [...drafts.values()]
}

function add(draft: Draft, sign: VisitSign): void {
  const { type, page, at, event } = sign
  if (type === 'view') {
    draft.views.push({ id: randomUUIDv7(), page, at, seconds: null, depth: null })
    draft.furthest = Math.max(draft.furthest, stepAt(page))
  } else if (type === 'event') {
    if (!event) return
    draft.events.push({ ...sign, event })
    draft.furthest = Math.max(draft.furthest, stepOf(event))
  } else {
    const view = draft.views.findLast(each => each.page === page)
    if (!view) draft.leaves.push(sign)
    else {
      view.seconds = Math.max(view.seconds ?? 0, secondsSeen(sign, view.at))
      view.depth = Math.max(view.depth ?? 0, Math.round(sign.depth ?? 0))
    }
  }
}

/** A clock that lies is not believed beyond our own. */
const secondsSeen = ({ at, seconds = 0 }: VisitSign, since: Date): number =>
  Math.round(Math.min(seconds, Math.ceil((at.getTime() - since.getTime()) / 1000)))
