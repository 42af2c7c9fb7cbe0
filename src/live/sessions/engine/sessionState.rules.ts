import { canControlToy, hasMeterPaused, nextTransitionAt } from '../rules.ts'
import { isLeasedHere, type LiveSession, type SessionRow, type SessionWithToy } from './liveSession.rules.ts'

/** What was read longer ago than this is read again before it is acted on: another node may have changed it. */
export const FRESH_MS = 1500
/** More commands than a session takes while one node controls it: so far apart are the numbers that two nodes give. */
const SEQUENCE_STEP = 1_000_000

/** What a read of a session's row asks for. */
export type SessionEffect =
  /** The toy of the entry before the read may not run any more. */
  | 'stopToy'
  /** The same, and another node controls it: nothing is sent to it. */
  | 'releaseToy'
  /** Another node controlled the toy until now. */
  | 'takeOverToy'
  /** Whoever watches the session on this node sees something else. */
  | 'publishChanged'
  /** A toy became busy or free. */
  | 'publishToys'
  /** The other nodes read the row as well. */
  | 'publishMoved'

export interface ReadContext {
  /** This node. */
  node: string
  now: Date
  monotonicMs: number
  /** For how long a lease is believed in, from when it was asked for. */
  leaseMs: number
}

/** What a transition made of a row. */
interface SessionRead extends SessionWithToy {
  /** The row as it was before. */
  before: SessionRow
  /** Just before control was asked for, by the monotonic clock; null when it was not. */
  askedAt: number | null
}

export const isLiveRow = ({ status }: SessionRow): boolean => status !== 'STOPPED'

/** The other node that controls a session; null when this one does, or none. */
export const remoteNodeOf = ({ controlledBy }: SessionRow, node: string): string | null =>
  controlledBy === node ? null : controlledBy

/**
 * What this node knows of a session after a read of its row, and what must be done because of it, in this order.
 * @param known the user's entry before the read, perhaps of another session
 * @returns null for a session that is over, and was not known here
 */
export function applyRead(
  known: Readonly<LiveSession> | null,
  { askedAt, before: row, ...current }: SessionRead,
  context: ReadContext,
): { next: LiveSession; effects: SessionEffect[] } | null {
  const { session } = current
  const same = known?.current.session.id === session.id ? known : null
  if (!same && !isLiveRow(session)) return null
  const effects: SessionEffect[] = []
  const isElsewhere = remoteNodeOf(session, context.node) !== null
  if (known?.isRunning && !(same && mayKeepRunning(same, current, context)))
    effects.push(isElsewhere ? 'releaseToy' : 'stopToy')
  const next = { ...(same ?? unknownEntry), current, readAt: context.monotonicMs }
  if (askedAt !== null && isElsewhere) next.leaseRefusedAt = askedAt
  if (askedAt !== null && !isElsewhere) {
    next.leasedUntil = askedAt + context.leaseMs
    if (remoteNodeOf(row, context.node) !== null) {
      next.lastSequence = Math.max(next.lastSequence, session.generation * SEQUENCE_STEP)
      effects.push('takeOverToy')
    }
  }
  if (isElsewhere) next.leasedUntil = -Infinity
  effects.push(...newsOf(row, same?.current ?? null, current))
  return { next, effects }
}

const unknownEntry: Omit<LiveSession, 'current' | 'readAt'> = {
  retryAt: 0,
  leasedUntil: -Infinity,
  leaseRefusedAt: -Infinity,
  lastSequence: 0,
  isRunning: false,
  remoteOutput: null,
  isEnding: false,
  isDropped: false,
}

/** Whether what runs may go on: under the same generation, and without having been forbidden in between. */
const mayKeepRunning = (
  { current: { session: before } }: Readonly<LiveSession>,
  { session, balance }: SessionWithToy,
  { node, now }: ReadContext,
): boolean =>
  session.generation === before.generation &&
  remoteNodeOf(session, node) === null &&
  !hasMeterPaused(before, session) &&
  canControlToy(session, balance, now)

function newsOf(row: SessionRow, before: SessionWithToy | null, current: SessionWithToy): SessionEffect[] {
  const { session, balance } = current
  const news: SessionEffect[] = []
  if (!before || before.balance !== balance || hasVisibleChange(before.session, session))
    news.push('publishChanged')
  if (before?.session.status !== session.status) news.push('publishToys')
  // Whoever wrote it tells the other nodes.
  if (hasVisibleChange(row, session)) news.push('publishMoved')
  return news
}

/** Whether someone who watches would see a difference; another heartbeat is none. */
const hasVisibleChange = (before: SessionRow, session: SessionRow): boolean =>
  before.status !== session.status ||
  before.minutesUsed !== session.minutesUsed ||
  before.restingAt?.getTime() !== session.restingAt?.getTime() ||
  before.generation !== session.generation

/** Whether the row is to be read again now, because time moves it or it was read too long ago. */
export function isRefreshDue(
  { current: { session }, isRunning, readAt, retryAt }: LiveSession,
  { now, monotonicMs }: Pick<ReadContext, 'now' | 'monotonicMs'>,
): boolean {
  if (monotonicMs < retryAt) return false
  const at = nextTransitionAt(session)
  return (at !== null && at <= now) || (isRunning && monotonicMs - readAt > FRESH_MS)
}

/** Whether this node may get the lease if it asks, and a command would then be carried out. */
export const isLeaseWanted = (
  entry: LiveSession,
  { node, now, monotonicMs }: Omit<ReadContext, 'leaseMs'>,
): boolean =>
  !isLeasedHere(entry, monotonicMs) &&
  !(remoteNodeOf(entry.current.session, node) !== null && monotonicMs - entry.leaseRefusedAt < FRESH_MS) &&
  canControlToy(entry.current.session, entry.current.balance, now)
