import type { z } from 'zod'
import type { OnceKey } from '../platform/idempotency.ts'
import { createLimit } from '../platform/limit.ts'
import type { Platform } from '../platform/platform.ts'
import type { ToyGateway, ToyTarget } from '../toys/gateway.ts'
import { Problem } from '../wire/problem.ts'
import type { Command, Output, StoppedBy } from './contract.ts'
import { createHandover } from './handover.service.ts'
import type { Wish } from './mailbox.service.ts'
import { createMailroom } from './mailroom.service.ts'
import { letGo, voidCommands } from './ownership.service.ts'
import { watchReach } from './reach.service.ts'
import { createRoster, isOurs, type Live } from './roster.service.ts'
import { AFTERGLOW_MS, beat, decline, mayRun, refusalOf, stop, type StopReason } from './rules.ts'
import { newestSession, type Seen } from './service.ts'
import { openOnce } from './start.service.ts'
import { sweep } from './sweep.service.ts'
import { wishOf } from './wish.service.ts'

/** How long the end waits for the toys to acknowledge their stop, in milliseconds. */
const CLOSING_MS = 3000

/** What a toy does is told to the other nodes this long after it changed, in milliseconds: at the most so often. */
const SHARED_MS = 200

/** Commands of one user, over all their tabs and doors. */
const A_SECOND = 20

/** Made once: a flood of commands is not worth a trace of the stack each. */
const noActiveSession = new Problem('NO_ACTIVE_SESSION')

/** Everything that moves toys on this node. */
export interface Stage {
  /** Stops every toy that no living node controls, and takes up the live sessions. Before the server listens. */
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
  const watched = watchReach(platform, gateway)
  const mailroom = createMailroom(watched, log)
  const roster = createRoster(platform, {
    quiet,
    release(live) {
      live.running = false
      mailroom.of(live.seen).release()
      tell(live)
    },
    inherit: live => mailroom.of(live.seen).inherit(),
  })
  const handover = createHandover(bus, (userId, command) => {
    const live = roster.known(userId)
    return live && isOurs(live) ? obey(live, command) : undefined
  })

  function tell(live: Live): void {
    bus.publish('session.changed', { userId: live.seen.session.userId })
    if (bus.isShared && isOurs(live)) live.sharing ??= setTimeout(() => share(live), SHARED_MS).unref()
  }

  /** Other nodes have tabs that watch, the creator's among them. */
  function share(live: Live): void {
    live.sharing = null
    const { seen } = live
    const playing = outputOf(seen)
    const output = playing && { told: playing, at: playing.startedAt.toISOString() }
    bus.publish('session.played', { userId: seen.session.userId, output })
  }

  // A stop is what can be tried without harm.
  bus.subscribe('toy.doubted', target => {
    watched.doubt(target)
    mailroom.to(target).stop()
  })

  bus.subscribe('session.played', ({ userId, output }, from) => {
    const live = roster.known(userId)
    if (!live || from === 'here' || isOurs(live)) return
    live.handed = output && { told: output.told as Wish['told'], at: new Date(output.at) }
    tell(live)
  })

  function outputOf(seen: Seen) {
    const playing = mailroom.of(seen).playing()
    return playing && { ...playing.wish.told, startedAt: new Date(now().getTime() - playing.elapsedMs) }
  }

  function quiet(live: Live): void {
    live.running = false
    live.handed = null
    const mailbox = mailroom.of(live.seen)
    mailbox.stop()
    void mailbox.settled().then(() => tell(live))
  }

  /** @throws Problem for a command that the session does not allow now */
  function check({ ending, seen: { session, balance } }: Live, command: Command): void {
    const isStop = command.command === 'stop'
    const refusal = isStop ? null : ending ? 'NO_ACTIVE_SESSION' : refusalOf(session, balance, now())
    if (refusal === 'NO_ACTIVE_SESSION') throw noActiveSession
    if (command.toyDeviceId !== session.toyDeviceId) throw new Problem('NOT_FOUND')
    if (refusal) throw new Problem(refusal)
  }

  /** Carries a command out for a session of this node's. */
  async function obey(live: Live, command: Command): Promise<number> {
    check(live, command)
    const sequence = (live.sequence += 1)
    if (command.command === 'stop') {
      quiet(live)
      return sequence
    }
    live.running = true
    await mailroom.of(live.seen).want(wishFor(live, command))
    tell(live)
    return sequence
  }

  function wishFor(live: Live, command: Command): Wish {
    const { userId, generation } = live.seen.session
    const isSame = () => roster.known(userId) === live && live.seen.session.generation === generation
    return wishOf(command, () => live.seen.toy.maxIntensity, {
      isOurs: () => isOurs(live),
      mayRun: () => isSame() && mayRun(live.seen.session, live.seen.balance, now()),
    })
  }

  /** A stop goes to the toy from here as well: whoever sends it, it only makes silence. */
  async function stopElsewhere(live: Live, node: string, command: Command): Promise<number> {
    check(live, command)
    quiet(live)
    const { id, userId } = live.seen.session
    const sequence = await handover.give(node, userId, command)
    if (sequence === undefined) await voidCommands(db, id)
    return sequence ?? live.sequence
  }

  /** By the node that controls the session; should that be gone, by this one when it may. */
  async function runSomewhere(live: Live, command: Command): Promise<number | undefined> {
    if (isOurs(live)) return obey(live, command)
    check(live, command)
    const node = roster.controllerOf(live)
    if (node === null) return undefined
    const { told } = wishFor(live, command)
    const sequence = await handover.give(node, live.seen.session.userId, command)
    if (sequence === undefined) return undefined
    live.handed = { told, at: now() }
    tell(live)
    return sequence
  }

  /** As far as is known here: that it goes on as long as it may. */
  const outputElsewhere = ({ seen: { session, balance } }: Live, { told, at }: NonNullable<Live['handed']>) =>
    mayRun(session, balance, now()) ? { ...told, startedAt: at } : null

  return {
    async begin() {
      await sweep(db, bus.node, mailroom)
      await roster.begin()
    },

    async start(key, toyId) {
      const sessionId = await openOnce(platform, key, toyId, id => roster.look(id, false))
      const seen = await roster.look(sessionId, false)
      // Whichever node hears the first command knows of it.
      bus.publish('session.moved', { userId: key.userId, sessionId })
      await bus.delivered()
      return seen
    },

    async heartbeat(userId) {
      const seen = await roster.newest(userId)
      if (!seen) return null
      const { id, status, stoppedAt } = seen.session
      if (status !== 'STOPPED') {
        return roster.move(id, (session, balance) => beat(session, balance, now()), true)
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
      if (!live) throw noActiveSession
      if (isStop) {
        const node = roster.controllerOf(live)
        return node === null ? obey(live, command) : stopElsewhere(live, node, command)
      }
      if (!isStillWanted()) return live.sequence
      const sequence = await runSomewhere(live, command)
      if (sequence !== undefined || !isStillWanted()) return sequence ?? live.sequence
      await roster.look(live.seen.session.id, true)
      const again = await runSomewhere(live, command)
      if (again === undefined) throw new Problem('PROVIDER_UNAVAILABLE')
      return again
    },

    output(seen) {
      const { status, userId } = seen.session
      if (status !== 'ACTIVE') return null
      const live = roster.known(userId)
      if (live?.handed && roster.controllerOf(live) !== null) return outputElsewhere(live, live.handed)
      return outputOf(seen)
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
        const { id } = seen.session
        return await roster.move(id, (session, balance) => stop(session, balance, by, reason, now()), false)
      } finally {
        if (live) live.ending = false
      }
    },

    decline: sessionId =>
      roster.move(
        sessionId,
        (session, balance) => {
          const declined = decline(session, balance, now())
          if (!declined) throw new Problem('CONFLICT', { message: 'Deze sessie is al begonnen.' })
          return declined
        },
        false,
      ),

    hush(ownerId) {
      for (const live of roster.all()) if (ownerId === null || live.seen.toy.ownerId === ownerId) quiet(live)
    },

    silence: target => mailroom.to(target).stop(),

    async recap(sessionId) {
      const seen = await roster.look(sessionId, false)
      mailroom.of(seen).renew()
      // Should another node control it, that looks as well.
      bus.publish('session.moved', { userId: seen.session.userId, sessionId })
    },

    async close() {
      roster.close()
      await mailroom.close(CLOSING_MS)
      await letGo(db, bus.node).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions were not let go'),
      )
    },
  }
}
