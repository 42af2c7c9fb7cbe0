import type { CommandDelay } from '../delay.contract.ts'
import type { ToyFunction, ToyProvider } from '../../toys/contract.ts'
import type { Menu } from '../../menu/contract.ts'
import type { ControlCommand, CurrentOutput } from '../contract.ts'
import { type SessionMeter } from '../meter.rules.ts'
import {
  canControlToy,
  hasMeterPaused,
  isLiveRow,
  nextTransitionAt,
  remoteNodeOf,
  type TransitionResult,
} from '../rules.ts'

/** A session that was read longer ago than this, in milliseconds, is read again before use: another node may have changed it. */
export const FRESH_MS = 1500
/** More commands than a session takes while one node controls it: the offset between the numbers of two nodes. */
const SEQUENCE_STEP = 1_000_000

/** A session's row. */
export interface SessionRow extends SessionMeter {
  id: string
  userId: string
  toyDeviceId: string
  createdAt: Date
  /** The node that controls it, or did last; null before the first lease. */
  controlledBy: string | null
  /** When the lease expires, by the database's clock. */
  controlledUntil: Date | null
  /** Grows when another node gets the lease: commands of an older generation are ignored. */
  generation: number
}

/** A session with the toy and the balance that its control depends on. */
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
    /** Since when it is known that no request reaches it; null while the last one did. */
    unreachableAt: Date | null
    /** The functions that its owner lets others use; null for all. */
    menuFunctions: ToyFunction[] | null
    menu: Menu
  }
}

/** A transition of a session, such as `advanceSession`, `recordHeartbeat` and `stopSession`. */
export type SessionTransition = (session: SessionRow, balance: number) => TransitionResult<SessionRow>

/** The result of a transition of a session. */
export interface TransitionedSession extends SessionWithToy {
  /** The row before the transition. */
  before: SessionRow
  /** Just before the lease was requested, by the monotonic clock; null when it was not. The row says which node has it. */
  askedAt: number | null
}

/** A session that this node controls, and the transition to apply to it. */
export interface LeaseRenewal {
  sessionId: string
  transition: SessionTransition
}

/**
 * The answer that showed that a toy can't be reached: a refused command, a refused stop, or another node's knowledge of the toy. Each
 * proves more than the next, so that it takes an answer of the same kind, or of a stronger one, to show that the toy can be reached
 * again.
 */
export type RefusalSource = 'run' | 'stop' | 'toy'

const sourceStrength: Record<RefusalSource, number> = { run: 2, stop: 1, toy: 0 }

/**
 * The answer that shows that a toy can't be reached after one more answer; null when it can be.
 * @param known the answer that showed it until now; null when the toy could be reached
 */
export function refusalAfter(
  known: RefusalSource | null,
  source: RefusalSource,
  isTaken: boolean,
): RefusalSource | null {
  const isStronger = known === null || sourceStrength[source] >= sourceStrength[known]
  if (!isStronger) return known
  return isTaken ? null : source
}

/** The output of the toy of another node's session, and its start. */
export interface RemoteOutput {
  shownOutput: Omit<CurrentOutput, 'startedAt'>
  at: Date
}

/** The message of a node that stops to the next one. */
export interface Handover {
  /** The session's generation at that time. */
  generation: number
  /** The output of the toy, which would have gone on; null when it did nothing, or was stopped since. */
  output: Omit<CurrentOutput, 'startedAt'> | null
}

/** A live session as this node last read it. Commands are decided from it; the row is authoritative. */
export interface LiveSession {
  current: SessionWithToy
  /** When it was read, in milliseconds of the monotonic clock, as all times here. */
  readAt: number
  /** After a failed transition: the ticker does not retry before this. */
  retryAt: number
  /** Until when only this node controls it. */
  leasedUntil: number
  /** When it last requested the lease and another node had it. */
  leaseRefusedAt: number
  lastSequence: number
  /** Of the last command whose delay from finger to toy is known. */
  delay: CommandDelay | null
  /** A command was taken since the toy was last stopped. */
  isRunning: boolean
  /** The answer that showed last that the toy can't be reached, as far as this node knows; null while it can be. */
  refusal: RefusalSource | null
  /** How many full minutes were used when the provider took the last one; null when this node does not know. */
  takenInMinute: number | null
  /** The stops that this node was sent. */
  stops: StopRecord
  /** The output of the toy, and its start, while another node controls it; null when it does nothing. */
  remoteOutput: RemoteOutput | null
  /** From the other node that controlled it until now, while no node has taken it over; else null. */
  handover: Handover | null
  /** Its end is being written: no further command is taken. */
  isEnding: boolean
  /** This node no longer has the session as a live one: none of its commands may run. */
  isDropped: boolean
}

/** How many stops of a session there were, and the number of the last one of each tab. */
export interface StopRecord {
  readonly count: number
  readonly byTab: ReadonlyMap<string, number>
}

/** The tabs of which the last stop is remembered: the latest ones. */
const MAX_TABS = 20

/** Adds a stop; one without an order is newer than everything that was received before it. */
export function addStop({ count, byTab }: StopRecord, order: ControlCommand['order']): StopRecord {
  if (!order) return { count: count + 1, byTab }
  const sequence = Math.max(order.sequence, byTab.get(order.tab) ?? -1)
  const others = [...byTab].filter(([tab]) => tab !== order.tab).slice(1 - MAX_TABS)
  return { count: count + 1, byTab: new Map([...others, [order.tab, sequence]]) }
}

/** Whether a command is older than a stop: received before it, or sent before it by the same tab. @param countThen of stops, at its receipt */
export const isOlderThanStop = (
  { count, byTab }: StopRecord,
  order: ControlCommand['order'],
  countThen: number,
): boolean => count !== countThen || (order !== undefined && order.sequence <= (byTab.get(order.tab) ?? -1))

/** The number of a command in its session, and the delay from finger to toy, if it is known. */
export interface CommandReceipt {
  sequence: number
  delay: CommandDelay | null
}

/** The effects of a read of a session's row. */
export type SessionEffect =
  /** Stop the toy of the previous entry. */
  | 'stopToy'
  /** The same, but another node controls it: nothing is sent to it. */
  | 'releaseToy'
  /** Another node controlled the toy until now. */
  | 'takeOverToy'
  /** It did something for its controller, who is still here: let it go on. */
  | 'resumeToy'
  /** The session changed visibly for its watchers on this node. */
  | 'publishChanged'
  /** A toy became busy or free. */
  | 'publishToys'
  /** The other nodes should read the row as well. */
  | 'publishMoved'

export interface ReadContext {
  /** This node. */
  node: string
  now: Date
  monotonicMs: number
  /** How long a lease is trusted, from when it was requested. */
  leaseMs: number
}

/** The result of a transition of a row. */
interface SessionRead extends SessionWithToy {
  /** The row before the transition. */
  before: SessionRow
  /** Just before the lease was requested, by the monotonic clock; null when it was not. */
  askedAt: number | null
}

/**
 * The entry of a session after a read of its row, and the effects to carry out, in this order.
 * @param known the user's entry before the read, perhaps of another session
 * @returns null for a session that is over and was not known here; `stillBecause`: why a toy that was taken over from another node does not go on
 */
export function applyRead(
  known: Readonly<LiveSession> | null,
  { askedAt, before: row, ...current }: SessionRead,
  context: ReadContext,
): { next: LiveSession; effects: SessionEffect[]; stillBecause: string | null } | null {
  const { session } = current
  const same = known?.current.session.id === session.id ? known : null
  if (!same && !isLiveRow(session)) return null
  const effects: SessionEffect[] = []
  const isElsewhere = remoteNodeOf(session, context.node) !== null
  if (known?.isRunning && !(same && mayKeepRunning(same, current, context)))
    effects.push(isElsewhere ? 'releaseToy' : 'stopToy')
  const next = { ...(same ?? unknownEntry), current, readAt: context.monotonicMs }
  // The answer that showed it to another node is not known here: a command has to show that it is over.
  if (!same || remoteNodeOf(row, context.node) !== null)
    next.refusal = session.unreachableAt === null ? null : 'run'
  let stillBecause: string | null = null
  if (askedAt !== null && isElsewhere) next.leaseRefusedAt = askedAt
  if (askedAt !== null && !isElsewhere) {
    next.leasedUntil = askedAt + context.leaseMs
    if (remoteNodeOf(row, context.node) !== null) {
      next.lastSequence = Math.max(next.lastSequence, session.generation * SEQUENCE_STEP)
      effects.push('takeOverToy')
      stillBecause = whyNotResumed(next, row, context)
      if (stillBecause === null) effects.push('resumeToy')
    }
  }
  if (isElsewhere) next.leasedUntil = -Infinity
  if (session.generation !== next.handover?.generation && !effects.includes('resumeToy')) next.handover = null
  effects.push(...newsOf(row, same?.current ?? null, current))
  return { next, effects, stillBecause }
}

const unknownEntry: Omit<LiveSession, 'current' | 'readAt'> = {
  retryAt: 0,
  leasedUntil: -Infinity,
  leaseRefusedAt: -Infinity,
  lastSequence: 0,
  delay: null,
  isRunning: false,
  refusal: null,
  takenInMinute: null,
  stops: { count: 0, byTab: new Map() },
  remoteOutput: null,
  handover: null,
  isEnding: false,
  isDropped: false,
}

/** Whether a running command may go on: the generation is the same, and the meter was not paused in between. */
const mayKeepRunning = (
  { current: { session: before } }: Readonly<LiveSession>,
  { session, balance }: SessionWithToy,
  { node, now }: ReadContext,
): boolean =>
  session.generation === before.generation &&
  remoteNodeOf(session, node) === null &&
  !hasMeterPaused(before, session) &&
  canControlToy(session, balance, now)

/**
 * The reason why the toy does not resume the output of the node that handed it over; null when it does. The lease is only taken
 * for a heartbeat or a command, so its controller is connected here; every stop since then, on any node, has begun another
 * generation or taken the output out of the handover.
 * @param row the row before this node took the lease
 */
function whyNotResumed(
  { handover, current: { session, balance }, isEnding }: LiveSession,
  row: SessionRow,
  { now }: ReadContext,
): string | null {
  if (!handover) return 'no node handed it over'
  if (!handover.output) return 'it did nothing, or was stopped since'
  if (isEnding) return 'its session is ending'
  if (row.generation !== handover.generation || session.generation !== row.generation + 1)
    return 'its session was stopped elsewhere'
  // Whoever comes back begins anew.
  if (hasMeterPaused(row, session)) return 'its controller was lost meanwhile'
  return canControlToy(session, balance, now) ? null : 'its session may not be controlled now'
}

/**
 * Whether a stopping node's message about a session is new. It is sent twice: a toy of a known handover may have been stopped
 * here since, and a session with a later generation was stopped, or has another node.
 */
export const isNewHandover = (
  { current: { session }, handover: known }: LiveSession,
  { generation }: Handover,
): boolean => known?.generation !== generation && session.generation <= generation

function newsOf(row: SessionRow, before: SessionWithToy | null, current: SessionWithToy): SessionEffect[] {
  const { session, balance } = current
  const news: SessionEffect[] = []
  if (!before || before.balance !== balance || hasVisibleChange(before.session, session))
    news.push('publishChanged')
  if (before?.session.status !== session.status) news.push('publishToys')
  // The node that wrote the row publishes it to the others.
  if (hasVisibleChange(row, session)) news.push('publishMoved')
  return news
}

/** Whether a watcher would see a difference; another heartbeat is none. */
const hasVisibleChange = (before: SessionRow, session: SessionRow): boolean =>
  before.status !== session.status ||
  before.minutesUsed !== session.minutesUsed ||
  before.pausedAt?.getTime() !== session.pausedAt?.getTime() ||
  before.unreachableAt?.getTime() !== session.unreachableAt?.getTime() ||
  before.payingAt?.getTime() !== session.payingAt?.getTime() ||
  before.waitingAt?.getTime() !== session.waitingAt?.getTime() ||
  before.signalledAt?.getTime() !== session.signalledAt?.getTime() ||
  before.acceptedAt?.getTime() !== session.acceptedAt?.getTime() ||
  before.generation !== session.generation

/**
 * Whether the row must be read again now, because a transition is due, or the entry or the lease is too old. A read that does not renew the
 * lease puts its renewal off no further.
 */
export function isRefreshDue(
  { current: { session }, isRunning, leasedUntil, readAt, retryAt }: LiveSession,
  { now, monotonicMs, leaseMs }: Omit<ReadContext, 'node'>,
): boolean {
  if (monotonicMs < retryAt) return false
  const at = nextTransitionAt(session)
  if (at !== null && at <= now) return true
  const renewedAt = monotonicMs < leasedUntil ? leasedUntil - leaseMs : readAt
  return isRunning && monotonicMs - Math.min(readAt, renewedAt) > FRESH_MS
}

/** Whether this node, without the lease, may get it on request, so that a command would be carried out. */
export const isLeaseWanted = (entry: LiveSession, { node, now, monotonicMs }: Omit<ReadContext, 'leaseMs'>) =>
  !(remoteNodeOf(entry.current.session, node) !== null && monotonicMs - entry.leaseRefusedAt < FRESH_MS) &&
  canControlToy(entry.current.session, entry.current.balance, now)
