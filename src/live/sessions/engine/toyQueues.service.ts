import type { Platform } from '../../../platform/platform.ts'
import type { ToyProvider } from '../../toys/contract.ts'
import type { ToyDriver, ToyTarget } from '../../toys/gateway.ts'
import type { LiveSession, SessionWithToy } from './sessionState.rules.ts'
import type { UnstoppedToys } from './unstoppedToys.service.ts'
import { ToyCommandQueue } from './toyCommandQueue.service.ts'
import type { QueueOptions } from './toyQueueOptions.service.ts'

/** Is told what the provider of a toy takes and refuses. */
export interface AnswerRecorder {
  recordRun: NonNullable<QueueOptions['onRun']>
  recordStop: NonNullable<QueueOptions['onStop']>
  /** A session was read, and with it whether its toy can be reached as far as any node knows. */
  recordRead(entry: LiveSession): void
}

/** The parts of the engine that `queueOf` needs. */
interface QueueHome {
  /** By provider uid and toy id. */
  readonly queues: Map<string, ToyCommandQueue>
  readonly drivers: Readonly<Record<ToyProvider, ToyDriver>>
  readonly platform: Pick<QueueOptions, 'log' | 'now'> & Pick<Platform, 'metrics'>
  readonly answers: AnswerRecorder
  readonly reachability: { record: NonNullable<QueueOptions['onResult']> }
  readonly unstopped: Pick<UnstoppedToys, 'recordOverdue' | 'recordStopped'>
  readonly isControlledElsewhere: NonNullable<QueueOptions['isControlledElsewhere']>
}

/** A toy's queue; created on first use. */
export function queueOf(engine: QueueHome, target: ToyTarget): ToyCommandQueue {
  const { queues, drivers, platform, answers, reachability, unstopped, isControlledElsewhere } = engine
  const key = `${target.uid} ${target.toyId}`
  const known = queues.get(key)
  if (known) return known
  const { log, now, metrics } = platform
  const made = new ToyCommandQueue(target, drivers[target.provider], {
    log,
    now,
    onResult: reachability.record,
    onRun: (command, isTaken) => answers.recordRun(command, isTaken),
    onStop: (stopped, isTaken) => answers.recordStop(stopped, isTaken),
    onStopped: (stopped, seconds) => {
      unstopped.recordStopped(stopped)
      if (seconds !== null) metrics?.recordToyStop(stopped.provider, seconds)
    },
    onOverdue: unstopped.recordOverdue,
    isControlledElsewhere,
  })
  queues.set(key, made)
  return made
}

/** The queue of a session's toy. */
export const sessionQueue = (engine: QueueHome, { session, toy }: SessionWithToy): ToyCommandQueue =>
  queueOf(engine, { provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId })
