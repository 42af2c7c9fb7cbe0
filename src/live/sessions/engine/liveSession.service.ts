import type { SessionWithToy } from '../service.ts'
import { monotonicClock } from './clock.service.ts'
import type { ToyCommand } from './toyCommandQueue.service.ts'

/** A live session as this node knows it: what may be done is decided from here, the truth is in the row. */
export interface LiveSession {
  current: SessionWithToy
  /** When it was read, by `monotonicClock`. */
  readAt: number
  /** After a move that failed: not looked at by the clock before this, by `monotonicClock`. */
  retryAt: number
  /** Until when this node alone controls it, by `monotonicClock`. */
  leasedUntil: number
  /** When it last asked for control and another node had it, by `monotonicClock`. */
  leaseRefusedAt: number
  lastSequence: number
  /** A command was taken since the toy was last stopped. */
  isRunning: boolean
  /** What the toy does, and since when, while another node controls it; null when that is nothing. */
  remoteOutput: { told: ToyCommand['shownOutput']; at: Date } | null
  /** Until the other nodes are told what it does. */
  broadcastTimer: NodeJS.Timeout | null
  /** Its end is being written: no command may come in between. */
  isEnding: boolean
}

/** Whether this node alone may run the session's toy now. */
export const isLeasedHere = ({ leasedUntil }: LiveSession): boolean => monotonicClock.now() < leasedUntil
