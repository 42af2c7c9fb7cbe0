import type { ToyFunction, ToyProvider } from '../../toys/contract.ts'
import type { CurrentOutput } from '../contract.ts'
import type { SessionMeter } from '../rules.ts'

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

/** Whether this node alone may run the session's toy at a time of the monotonic clock. */
export const isLeasedHere = (
  { leasedUntil }: Pick<LiveSession, 'leasedUntil'>,
  monotonicMs: number,
): boolean => monotonicMs < leasedUntil
