import type { Log } from '../../platform/log.ts'
import type { ToyGateway, ToyTarget } from '../toys/gateway.ts'
import { createMailbox, type Mailbox } from './mailbox.service.ts'
import type { Seen } from './service.ts'

/** The mailboxes of all toys that this node has spoken to. */
export interface Mailroom {
  /** The mailbox of a session's toy; made when it is first asked for. */
  of(seen: Seen): Mailbox
  /** That of a toy that has no session. */
  to(target: ToyTarget): Mailbox
  /** Stops toys, and waits until they are acknowledged or `patienceMs` is over; what is owed then goes on being owed. */
  silence(targets: ToyTarget[], patienceMs: number): Promise<void>
  /** Stops what runs, and sends nothing any more after `patienceMs`. */
  close(patienceMs: number): Promise<void>
}

export function createMailroom(gateway: ToyGateway, log: Log): Mailroom {
  const mailboxes = new Map<string, Mailbox>()
  const mailboxOf = (target: ToyTarget): Mailbox => {
    const key = `${target.uid} ${target.toyId}`
    const kept = mailboxes.get(key)
    if (kept) return kept
    const made = createMailbox(gateway, target, log)
    mailboxes.set(key, made)
    return made
  }
  return {
    to: mailboxOf,
    of: ({ session, toy }) => mailboxOf({ provider: toy.provider, uid: toy.uid, toyId: session.toyDeviceId }),
    async silence(targets, patienceMs) {
      const stopping = targets.map(mailboxOf)
      for (const mailbox of stopping) mailbox.stop()
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, patienceMs)
      await Promise.race([patience.promise, Promise.all(stopping.map(mailbox => mailbox.settled()))])
      clearTimeout(timer)
    },
    async close(patienceMs) {
      await Promise.all([...mailboxes.values()].map(mailbox => mailbox.close(patienceMs)))
    },
  }
}
