import type { z } from 'zod'
import { once, type OnceKey } from '../platform/idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import type { ToyGateway, ToyTarget } from '../toys/gateway.ts'
import { knownTargets } from '../toys/service.ts'
import { Problem } from '../wire/problem.ts'
import type { Command, Output, StoppedBy } from './contract.ts'
import { createMailbox, type Mailbox } from './mailbox.service.ts'
import { advance, AFTERGLOW_MS, beat, dueAt, isLowBalance, mayRun, stop } from './rules.ts'
import {
  liveSessions,
  moveSession,
  newestSession,
  openControl,
  sessionsInTheWay,
  type Move,
  type Seen,
} from './service.ts'
import { wishOf } from './wish.service.ts'

/** How often the clock is looked at, in milliseconds. */
const TICK_MS = 200
/** How long the start waits for the toys to acknowledge the first stop. */
const SWEEP_MS = 3000

/** A live session as this node knows it: who may do what is decided from here, the truth is in the row. */
interface Live {
  seen: Seen
  sequence: number
  /** A command was taken since the toy was last stopped. */
  running: boolean
  /** A move by the clock is under way. */
  moving: boolean
}

/** Everything that moves toys on this node. */
export interface Stage {
  /** Stops every known toy and takes up the live sessions. Before the server listens. */
  begin(): Promise<void>
  start(key: OnceKey, toyId: string): Promise<Seen>
  /** The user's session, which this keeps alive; the ended one for a while; or null. */
  heartbeat(userId: string): Promise<Seen | null>
  command(userId: string, command: Command): Promise<number>
  /** What the session's toy does now, or null. */
  output(seen: Seen): z.input<typeof Output> | null
  /** Ends the user's session, the toy first. Null when there is none. */
  end(userId: string, by: StoppedBy, reason: string): Promise<Seen | null>
  /** Stops all toys and waits for it, as long as the start does. */
  close(): Promise<void>
}

export function createStage(platform: Platform, gateway: ToyGateway): Stage {
  const { db, bus, config, log } = platform
  const live = new Map<string, Live>()
  const mailboxes = new Map<string, Mailbox>()

  const mailboxOf = (target: ToyTarget): Mailbox => {
    const kept = mailboxes.get(target.toyId)
    if (kept) return kept
    const made = createMailbox(gateway, target, log, () => performance.now())
    mailboxes.set(target.toyId, made)
    return made
  }
  const mailboxFor = ({ session, toy }: Seen) => mailboxOf({ uid: toy.uid, toyId: session.toyDeviceId })

  function quiet(entry: Live): void {
    entry.running = false
    mailboxFor(entry.seen).stop()
  }

  /** Takes in what the row says now, and quiets the toy when it may not run. */
  function take(seen: Seen): Seen {
    const { userId, status } = seen.session
    const entry = { sequence: 0, running: false, moving: false, ...live.get(userId), seen }
    if (entry.running && !mayRun(seen.session, seen.balance, platform.now())) quiet(entry)
    if (status === 'STOPPED') live.delete(userId)
    else live.set(userId, entry)
    return seen
  }

  const move = async (sessionId: string, how: Move): Promise<Seen> =>
    take(await moveSession(db, sessionId, how))
  const look: Move = (session, balance) => advance(session, balance, platform.now())

  async function tick(): Promise<void> {
    const due = [...live.values()].filter(({ seen, moving }) => {
      const at = dueAt(seen.session)
      return !moving && at !== null && at <= platform.now()
    })
    await Promise.all(due.map(moveByClock))
  }

  async function moveByClock(entry: Live): Promise<void> {
    entry.moving = true
    try {
      await move(entry.seen.session.id, look)
    } catch (error) {
      // The toy may run no longer than the heartbeat lives, whether or not the database answers.
      log.error({ err: error }, 'a session could not be moved')
    } finally {
      const now = live.get(entry.seen.session.userId)
      if (now) now.moving = false
    }
  }

  const settle = (ms: number): Promise<unknown> =>
    Promise.race([
      Promise.all([...mailboxes.values()].map(mailbox => mailbox.settled())),
      new Promise(resolve => setTimeout(resolve, ms).unref()),
    ])

  let clock: NodeJS.Timeout | undefined
  const unsubscribe = bus.subscribe('minutes.changed', ({ userId }) => {
    const entry = live.get(userId)
    if (entry) void moveByClock(entry)
  })

  return {
    async begin() {
      for (const target of await knownTargets(db)) mailboxOf(target).stop()
      await settle(SWEEP_MS)
      for (const seen of await liveSessions(db)) take(seen)
      clock = setInterval(() => void tick(), TICK_MS)
    },

    async start(key, toyId) {
      const begin = () =>
        db.transaction(tx =>
          once(tx, key, async id => {
            const start = { id, userId: key.userId, toyId, countdownSeconds: config.countdownSeconds }
            if (!(await openControl(tx, start, platform.now()))) throw new Blocked()
          }),
        )
      const sessionId = await begin().catch(async error => {
        if (!(error instanceof Blocked)) throw error
        // What is in the way may have been due to end: then it ends now, and the second try is the one that counts.
        const blocking = await sessionsInTheWay(db, key.userId, toyId)
        for (const { id } of blocking) await move(id, look)
        return begin().catch(again => {
          const own = blocking.some(session => session.userId === key.userId)
          throw again instanceof Blocked ? new Problem(own ? 'SESSION_EXISTS' : 'TOY_BUSY') : again
        })
      })
      return move(sessionId, look)
    },

    async heartbeat(userId) {
      const known = live.get(userId)?.seen ?? (await newestSession(db, userId))
      if (!known) return null
      if (known.session.status !== 'STOPPED') {
        return move(known.session.id, (session, balance) => beat(session, balance, platform.now()))
      }
      const { stoppedAt } = known.session
      return stoppedAt && platform.now().getTime() - stoppedAt.getTime() < AFTERGLOW_MS ? known : null
    },

    async command(userId, command) {
      const entry = live.get(userId)
      if (!entry) throw new Problem('NO_ACTIVE_SESSION')
      const { seen } = entry
      const now = advance(seen.session, seen.balance, platform.now())
      const low = isLowBalance(now.meter, now.balance)
      const isControlled = now.meter.status === 'ACTIVE' && (now.meter.restingAt === null || low)
      if (command.command !== 'stop' && !isControlled) throw new Problem('NO_ACTIVE_SESSION')
      if (command.toyDeviceId !== seen.session.toyDeviceId) throw new Problem('NOT_FOUND')
      entry.sequence += 1
      if (command.command === 'stop') {
        quiet(entry)
        return entry.sequence
      }
      if (low) throw new Problem('LOW_BALANCE')
      const isAllowed = () => {
        const current = live.get(userId)?.seen
        return (
          current?.session.id === seen.session.id && mayRun(current.session, current.balance, platform.now())
        )
      }
      const capNow = () => live.get(userId)?.seen.toy.maxIntensity ?? seen.toy.maxIntensity
      const { sequence } = entry
      entry.running = true
      await mailboxFor(seen).want(wishOf(command, capNow, isAllowed))
      return sequence
    },

    output({ session }) {
      if (session.status !== 'ACTIVE') return null
      const playing = mailboxes.get(session.toyDeviceId)?.playing()
      if (!playing) return null
      const startedAt = new Date(platform.now().getTime() - playing.elapsedMs)
      return { ...playing.wish.told, startedAt }
    },

    async end(userId, by, reason) {
      const entry = live.get(userId)
      if (entry) quiet(entry)
      const known = entry?.seen ?? (await newestSession(db, userId))
      if (!known || known.session.status === 'STOPPED') return null
      return move(known.session.id, (session, balance) => stop(session, balance, by, reason, platform.now()))
    },

    async close() {
      clearInterval(clock)
      unsubscribe()
      for (const entry of live.values()) quiet(entry)
      await settle(SWEEP_MS)
    },
  }
}

/** The toy or the user has a live session. */
class Blocked extends Error {}
