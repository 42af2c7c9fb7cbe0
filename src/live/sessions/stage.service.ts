import type { OnceKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ToyGateway, ToyTarget } from '../toys/gateway.ts'
import { Problem } from '../../wire/problem.ts'
import { createCommands, type Commands } from './commands.service.ts'
import type { StoppedBy } from './contract.ts'
import { createMailroom } from './mailroom.service.ts'
import { letGo } from './ownership.service.ts'
import { watchReach } from './reach.service.ts'
import { createRoster } from './roster.service.ts'
import { AFTERGLOW_MS, beat, decline, stop, type StopReason } from './rules.ts'
import { newestSession, type Move, type Seen } from './service.ts'
import { openOnce } from './start.service.ts'
import { sweep } from './sweep.service.ts'

/** How long the end waits for the toys to acknowledge their stop, in milliseconds. */
const CLOSING_MS = 3000

/** Everything that moves toys on this node. */
export interface Stage {
  /** Stops every toy that no living node controls, and takes up the live sessions. Before the server listens. */
  begin(): Promise<void>
  /** @throws Problem NOT_FOUND, TOY_OFFLINE, INSUFFICIENT_MINUTES, SESSION_EXISTS or TOY_BUSY. */
  start(key: OnceKey, toyId: string): Promise<Seen>
  /** The user's session, which this keeps alive; the ended one for a while; or null. */
  heartbeat(userId: string): Promise<Seen | null>
  /** As `Commands.send` says. */
  command: Commands['send']
  /** Whether this node knows a live session of the user. */
  isLive(userId: string): boolean
  /** The user's session as this node last saw it, live or just ended; or null. */
  lastSeen(userId: string): Seen | null
  /** What the session's toy does now, or null. */
  output: Commands['output']
  /**
   * Ends the user's session, the toy first; `only` the one of this id, when it is given. Null when there is none. Who ends
   * someone else's stands in the audit log as `actorId`.
   */
  end(
    userId: string,
    by: StoppedBy,
    reason: StopReason,
    which?: { only?: string; actorId?: string },
  ): Promise<Seen | null>
  /** Ends a session that is still in its countdown. @throws Problem NOT_FOUND, or CONFLICT once control has begun. */
  decline(sessionId: string, actorId: string): Promise<Seen>
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
  const { db, bus, log, now } = platform
  const watched = watchReach(platform, gateway)
  const mailroom = createMailroom(watched, log)
  const roster = createRoster(platform, {
    quiet: live => commands.quiet(live),
    release: live => commands.release(live),
    inherit: live => mailroom.of(live.seen).inherit(),
  })
  const commands = createCommands(platform, mailroom, roster)

  // A stop is what can be tried without harm.
  bus.subscribe('toy.doubted', target => {
    watched.doubt(target)
    mailroom.to(target).stop()
  })

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
      const { status, stoppedAt } = seen.session
      if (status !== 'STOPPED') {
        return roster.keep(seen, (session, balance) => beat(session, balance, now()))
      }
      return stoppedAt && now().getTime() - stoppedAt.getTime() < AFTERGLOW_MS ? seen : null
    },

    isLive: userId => roster.known(userId) !== undefined,
    lastSeen: userId => roster.lastSeen(userId),

    command: commands.send,
    output: commands.output,

    async end(userId, by, reason, { only, actorId } = {}) {
      const isMeant = ({ session }: Seen) => only === undefined || session.id === only
      const known = roster.known(userId)
      const live = known && isMeant(known.seen) ? known : undefined
      if (live) {
        live.ending = true
        commands.quiet(live)
      }
      try {
        const seen = await newestSession(db, userId)
        if (!seen || seen.session.status === 'STOPPED' || !isMeant(seen)) return null
        mailroom.of(seen).stop()
        const { id } = seen.session
        const how: Move = (session, balance) => stop(session, balance, by, reason, now())
        return await roster.move(id, how, false, actorId)
      } finally {
        if (live) live.ending = false
      }
    },

    decline: (sessionId, actorId) =>
      roster.move(
        sessionId,
        (session, balance) => {
          const declined = decline(session, balance, now())
          if (!declined) throw new Problem('CONFLICT', { message: 'Deze sessie is al begonnen.' })
          return declined
        },
        false,
        actorId,
      ),

    hush(ownerId) {
      for (const live of roster.all())
        if (ownerId === null || live.seen.toy.ownerId === ownerId) commands.quiet(live)
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
