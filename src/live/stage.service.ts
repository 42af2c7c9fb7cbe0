import type { z } from 'zod'
import { once, type OnceKey } from '../platform/idempotency.ts'
import { createLimit } from '../platform/limit.ts'
import type { Platform } from '../platform/platform.ts'
import type { ToyGateway, ToyTarget } from '../toys/gateway.ts'
import { knownTargets } from '../toys/service.ts'
import { Problem } from '../wire/problem.ts'
import type { Command, Output, StoppedBy } from './contract.ts'
import { createMailroom } from './mailroom.service.ts'
import { createRoster, type Live } from './roster.service.ts'
import { AFTERGLOW_MS, beat, decline, mayRun, refusalOf, stop, type StopReason } from './rules.ts'
import { newestSession, openControl, sessionsInTheWay, type Seen } from './service.ts'
import { wishOf } from './wish.service.ts'

/** How long the start, and the end, wait for the toys to acknowledge their stop, in milliseconds. */
const SWEEP_MS = 3000

/** Commands of one user, over all their tabs and doors. */
const A_SECOND = 20

/** Everything that moves toys on this node. */
export interface Stage {
  /** Stops every known toy and takes up the live sessions. Before the server listens. */
  begin(): Promise<void>
  /** @throws Problem NOT_FOUND, TOY_OFFLINE, INSUFFICIENT_MINUTES, SESSION_EXISTS or TOY_BUSY. */
  start(key: OnceKey, toyId: string): Promise<Seen>
  /** The user's session, which this keeps alive; the ended one for a while; or null. */
  heartbeat(userId: string): Promise<Seen | null>
  /**
   * Returns the command's number in its session, once the provider took it or a later one replaced it: also one that
   * is not wanted any more when its turn has come.
   * @throws Problem RATE_LIMITED, NO_ACTIVE_SESSION, NOT_FOUND, LOW_BALANCE (in this order) or PROVIDER_UNAVAILABLE.
   */
  command(userId: string, command: Command, isStillWanted?: () => boolean): Promise<number>
  /** Whether this node knows a live session of the user. */
  isLive(userId: string): boolean
  /** The user's session as this node last saw it, live or just ended; or null. */
  lastSeen(userId: string): Seen | null
  /** What the session's toy does now, or null. */
  output(seen: Seen): z.input<typeof Output> | null
  /**
   * Ends the user's session, the toy first; `only` the one of this id, when it is given. Null when there is none.
   */
  end(userId: string, by: StoppedBy, reason: StopReason, only?: string): Promise<Seen | null>
  /** Ends a session that is still in its countdown. @throws Problem NOT_FOUND, or CONFLICT once control has begun. */
  decline(sessionId: string): Promise<Seen>
  /** Stops a creator's toys (null: everyone's) in all sessions that this node knows, without asking anyone. */
  hush(ownerId: string | null): void
  /** Stops a toy, whether it has a session or not: past everything that waits, until the provider acknowledges. */
  silence(target: ToyTarget): void
  /** Sends what runs again at once, under what the toy's owner allows now. */
  recap(sessionId: string): Promise<void>
  /** Stops the toys that run and waits for it, as long as the start does. */
  close(): Promise<void>
}

export function createStage(platform: Platform, gateway: ToyGateway): Stage {
  const { db, bus, config, log, now } = platform
  const flood = createLimit(Math.ceil(A_SECOND * config.rateLimitFactor), 1000, now)
  const mailroom = createMailroom(gateway, log)
  const roster = createRoster(platform, quiet)

  const tell = ({ seen }: Live) => bus.publish('session.changed', { userId: seen.session.userId })

  function quiet(live: Live): void {
    live.running = false
    const mailbox = mailroom.of(live.seen)
    mailbox.stop()
    void mailbox.settled().then(() => tell(live))
  }

  const open = (key: OnceKey, toyId: string): Promise<string> =>
    db.transaction(tx =>
      once(tx, key, async id => {
        const start = { id, userId: key.userId, toyId, countdownSeconds: config.countdownSeconds }
        if (!(await openControl(tx, start, now()))) throw new Blocked()
      }),
    )

  /** What is in the way may have been due to end: then it ends now, and the second try is the one that counts. */
  async function openAgain(key: OnceKey, toyId: string): Promise<string> {
    for (const { id } of await sessionsInTheWay(db, key.userId, toyId)) await roster.look(id)
    try {
      return await open(key, toyId)
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      const blocking = await sessionsInTheWay(db, key.userId, toyId)
      const isOwn = blocking.some(({ userId }) => userId === key.userId)
      throw new Problem(isOwn ? 'SESSION_EXISTS' : 'TOY_BUSY')
    }
  }

  async function run(live: Live, command: Command): Promise<number> {
    const { session, balance } = live.seen
    const refusal = live.ending ? 'NO_ACTIVE_SESSION' : refusalOf(session, balance, now())
    if (refusal === 'NO_ACTIVE_SESSION') throw new Problem(refusal)
    if (command.toyDeviceId !== session.toyDeviceId) throw new Problem('NOT_FOUND')
    if (refusal) throw new Problem(refusal)
    const mayGoOn = () =>
      roster.known(session.userId) === live && mayRun(live.seen.session, live.seen.balance, now())
    const wish = wishOf(command, () => live.seen.toy.maxIntensity, mayGoOn)
    live.running = true
    live.sequence += 1
    const { sequence } = live
    await mailroom.of(live.seen).want(wish)
    tell(live)
    return sequence
  }

  return {
    async begin() {
      await mailroom.silence(await knownTargets(db), SWEEP_MS)
      await roster.begin()
    },

    async start(key, toyId) {
      const sessionId = await open(key, toyId).catch(error => {
        if (error instanceof Blocked) return openAgain(key, toyId)
        throw error
      })
      return roster.look(sessionId)
    },

    async heartbeat(userId) {
      const seen = roster.known(userId)?.seen ?? (await newestSession(db, userId))
      if (!seen) return null
      const { id, status, stoppedAt } = seen.session
      if (status !== 'STOPPED') {
        return roster.move(id, (session, balance) => beat(session, balance, now()))
      }
      return stoppedAt && now().getTime() - stoppedAt.getTime() < AFTERGLOW_MS ? seen : null
    },

    isLive: userId => roster.known(userId) !== undefined,
    lastSeen: userId => roster.lastSeen(userId),

    async command(userId, command, isStillWanted = () => true) {
      const isStop = command.command === 'stop'
      // A stop is never refused for coming too often.
      if (!isStop) flood.take(userId)
      // A stop does not wait for the database when the session is known.
      const live = (isStop && roster.known(userId)) || (await roster.find(userId))
      if (!live) throw new Problem('NO_ACTIVE_SESSION')
      if (!isStop) return isStillWanted() ? run(live, command) : live.sequence
      if (command.toyDeviceId !== live.seen.session.toyDeviceId) throw new Problem('NOT_FOUND')
      live.sequence += 1
      quiet(live)
      return live.sequence
    },

    output(seen) {
      if (seen.session.status !== 'ACTIVE') return null
      const playing = mailroom.of(seen).playing()
      if (!playing) return null
      return { ...playing.wish.told, startedAt: new Date(now().getTime() - playing.elapsedMs) }
    },

    async end(userId, by, reason, only) {
      const isMeant = ({ session }: Seen) => only === undefined || session.id === only
      const known = roster.known(userId)
      const live = known && isMeant(known.seen) ? known : undefined
      if (live) {
        live.ending = true
        quiet(live)
      }
      try {
        const seen = await newestSession(db, userId)
        if (!seen || seen.session.status === 'STOPPED' || !isMeant(seen)) return null
        mailroom.of(seen).stop()
        return await roster.move(seen.session.id, (session, balance) =>
          stop(session, balance, by, reason, now()),
        )
      } finally {
        if (live) live.ending = false
      }
    },

    decline: sessionId =>
      roster.move(sessionId, (session, balance) => {
        const declined = decline(session, balance, now())
        if (!declined) throw new Problem('CONFLICT', { message: 'Deze sessie is al begonnen.' })
        return declined
      }),

    hush(ownerId) {
      for (const live of roster.all()) if (ownerId === null || live.seen.toy.ownerId === ownerId) quiet(live)
    },

    silence: target => mailroom.to(target).stop(),

    async recap(sessionId) {
      mailroom.of(await roster.look(sessionId)).renew()
    },

    async close() {
      roster.close()
      await mailroom.close(SWEEP_MS)
    },
  }
}

/** The toy or the user has a live session. */
class Blocked extends Error {}
