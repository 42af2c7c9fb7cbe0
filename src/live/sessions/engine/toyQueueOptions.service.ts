import type { Log } from '../../../platform/telemetry/log.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import type { MonotonicClock } from './monotonicClock.service.ts'
import type { ToyCommand } from './toyCommand.rules.ts'

export interface QueueOptions {
  log: Log
  /** The clock that meters sessions. */
  now: () => Date
  clock?: MonotonicClock
  /** Called with the result of each request; the error is null when the provider took it. */
  onResult?: (target: ToyTarget, error: unknown) => void
  /** Called when the provider took or refused a command, or its renewal; not for one that was superseded. */
  onRun?: (command: ToyCommand, isTaken: boolean) => void
  /** Called with the result of each stop and the zeros after it: one of them is enough. Not called while the queue closes. */
  onStop?: (target: ToyTarget, isTaken: boolean) => void
  /** Called when a stop, or the zeros after it, were acknowledged, with the seconds since it was asked for; null for one that nobody asked for. */
  onStopped?: (target: ToyTarget, seconds: number | null) => void
  /** Called once when a toy that may run takes neither its stop nor zeros. */
  onOverdue?: (target: ToyTarget) => void
  /** Whether another node controls the toy; without it none does. */
  isControlledElsewhere?: (target: ToyTarget) => Promise<boolean>
}
