import type { ToyFunction, ToyProvider } from '../../toys/contract.ts'
import type { CurrentOutput } from '../contract.ts'
import {
  canControlToy,
  hasMeterPaused,
  isLiveRow,
  nextTransitionAt,
  remoteNodeOf,
  type SessionMeter,
} from '../rules.ts'

/** What was read longer ago than this is read again before it is acted on: another node may have changed it. */
export const FRESH_MS = 1500
/** More commands than a session takes while one node controls it: so far apart are the numbers that two nodes give. */
const SEQUENCE_STEP = 1_000_000

/** A session's row. */
export interface SessionRow extends SessionMeter {
  id: string
  userId: string
  toyDeviceId: string
  createdAt: Date
  /** The node that controls it, or did last; null before any does. */
  controlledBy: string | null
  /** Until when, by the database's clock. */
  controlledUntil: Date | null
  /** Grows when another node takes control: what was sent in an older one does not count any more. */
  generation: number
}

/** A session with what its control depends on. */
export interface SessionWithToy {
  session: SessionRow
  balance: number
  toy: {
    provider: ToyProvider
    uid: string
    model: string
    functions: ToyFunction[] | null
    ownerId: string
    maxIntensity: number
  }
}

/** What the toy of another node's session does, and since when. */
export interface RemoteOutput {
  shownOutput: Omit<CurrentOutput, 'startedAt'>
  at: Date
}

/** A live session as this node knows it: what may be done is decided from here, the truth is in the row. */
export interface LiveSession {
  current: SessionWithToy
  /** When it was read, in milliseconds of the monotonic clock, as all times here. */
  readAt: number
  /** After a transition that failed: not tried again by the clock before this. */
  retryAt: number
  /** Until when this node alone controls it. */
  leasedUntil: number
  /** When it last asked for control and another node had it. */
  leaseRefusedAt: number
  lastSequence: number
  /** A command was taken since the toy was last stopped. */
  isRunning: boolean
  /** What the toy does, and since when, while another node controls it; null when that is nothing. */
  remoteOutput: RemoteOutput | null
  /** Its end is being written: no command may come in between. */
  isEnding: boolean
  /** This node no longer knows the session as a live one: no command of it may run. */
  isDropped: boolean
}

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

/** Whether this node, which does not have the lease, may get it if it asks, and a command would then be carried out. */
export const isLeaseWanted = (
  entry: LiveSession,
  { node, now, monotonicMs }: Omit<ReadContext, 'leaseMs'>,
): boolean =>
  !(remoteNodeOf(entry.current.session, node) !== null && monotonicMs - entry.leaseRefusedAt < FRESH_MS) &&
  canControlToy(entry.current.session, entry.current.balance, now)
