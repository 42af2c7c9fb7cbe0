import type { Platform } from '../../platform/platform.ts'
import type { ToyDriver, ToyTarget } from '../toys/gateway.ts'
import { ToyCommandQueue } from './engine/toyCommandQueue.service.ts'
import type { SessionWithToy } from './engine/liveSession.rules.ts'

/** The mailboxes of all toys that this node has spoken to. */
export interface ToyCommandQueues {
  /** The mailbox of a session's toy; made when it is first asked for. */
  forSession(seen: SessionWithToy): ToyCommandQueue
  /** That of a toy that has no session. */
  forTarget(target: ToyTarget): ToyCommandQueue
  /** Stops toys, and waits until they are acknowledged or `patienceMs` is over; what is owed then goes on being owed. */
  stopAll(targets: ToyTarget[], patienceMs: number): Promise<void>
  /** Stops what runs, and sends nothing any more after `patienceMs`. */
  close(patienceMs: number): Promise<void>
}

export function createToyCommandQueues(
  driver: ToyDriver,
  { log, now }: Pick<Platform, 'log' | 'now'>,
): ToyCommandQueues {
  const mailboxes = new Map<string, ToyCommandQueue>()
  const mailboxOf = (target: ToyTarget): ToyCommandQueue => {
    const key = `${target.uid} ${target.toyId}`
    const kept = mailboxes.get(key)
    if (kept) return kept
    const made = new ToyCommandQueue(target, driver, { log, now })
    mailboxes.set(key, made)
    return made
  }
  return {
    forTarget: mailboxOf,
    forSession: ({ session, toy }) =>
      mailboxOf({ provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId }),
    async stopAll(targets, patienceMs) {
      const stopping = targets.map(mailboxOf)
      for (const mailbox of stopping) mailbox.stop()
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, patienceMs)
      await Promise.race([patience.promise, Promise.all(stopping.map(mailbox => mailbox.whenIdle()))])
      clearTimeout(timer)
    },
    async close(patienceMs) {
      await Promise.all([...mailboxes.values()].map(mailbox => mailbox.close(patienceMs)))
    },
  }
}
