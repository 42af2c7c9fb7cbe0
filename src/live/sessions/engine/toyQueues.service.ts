import type { Platform } from '../../../platform/platform.ts'
import type { ToyProvider } from '../../toys/contract.ts'
import type { ToyDriver, ToyTarget } from '../../toys/gateway.ts'
import type { SessionWithToy } from './sessionState.rules.ts'
import type { UnstoppedToys } from './unstoppedToys.service.ts'
import { ToyCommandQueue } from './toyCommandQueue.service.ts'
import type { QueueOptions } from './toyQueueOptions.service.ts'

/** What `queueOf` needs of the engine. */
interface QueueHome {
  /** By provider uid and toy id. */
  readonly queues: Map<string, ToyCommandQueue>
  readonly drivers: Readonly<Record<ToyProvider, ToyDriver>>
  readonly platform: Pick<QueueOptions, 'log' | 'now'> & Pick<Platform, 'metrics'>
  readonly runs: { record: NonNullable<QueueOptions['onRun']> }
  readonly reachability: { record: NonNullable<QueueOptions['onResult']> }
  readonly unstopped: Pick<UnstoppedToys, 'recordOverdue' | 'recordStopped'>
  readonly isControlledElsewhere: NonNullable<QueueOptions['isControlledElsewhere']>
}

/** A toy's queue; created on first use. */
export function queueOf(engine: QueueHome, target: ToyTarget): ToyCommandQueue {
  const { queues, drivers, platform, runs, reachability, unstopped, isControlledElsewhere } = engine
  const key = `${target.uid} ${target.toyId}`
  const known = queues.get(key)
  if (known) return known
  const { log, now, metrics } = platform
  const made = new ToyCommandQueue(target, drivers[target.provider], {
    log,
    now,
    onResult: reachability.record,
    onRun: (command, isTaken) => runs.record(command, isTaken),
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
