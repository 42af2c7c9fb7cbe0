import type { OnceKey } from '../../../platform/idempotency.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ToyGateway, ToyTarget } from '../../toys/gateway.ts'
import { Problem } from '../../../wire/problem.ts'
import { createCommandDispatcher, type CommandDispatcher } from './commandDispatcher.service.ts'
import type { StoppedBy } from '../contract.ts'
import { createToyCommandQueues } from '../mailroom.service.ts'
import { releaseLeases } from '../cluster/lease.service.ts'
import { trackReachability } from './toyReachability.service.ts'
import { createSessionRegistry } from './sessionRegistry.service.ts'
import {
  ENDED_SESSION_VISIBLE_MS,
  recordHeartbeat,
  declineInCountdown,
  stopSession,
  type StopReason,
} from '../rules.ts'
import { findNewestSession, type SessionTransition } from '../service.ts'
import type { SessionWithToy } from './liveSession.rules.ts'
import { openSessionOnce } from './sessionStart.service.ts'
import { stopOrphanedToys } from '../cluster/orphanedToy.service.ts'

/** How long the end waits for the toys to acknowledge their stop, in milliseconds. */
const CLOSING_MS = 3000

/** Everything that moves toys on this node. */
export interface SessionController {
  /** Stops every toy that no living node controls, and takes up the live sessions. Before the server listens. */
  initialize(): Promise<void>
  /** @throws Problem NOT_FOUND, TOY_OFFLINE, INSUFFICIENT_MINUTES, SESSION_EXISTS or TOY_BUSY. */
  startSession(key: OnceKey, toyId: string): Promise<SessionWithToy>
  /** The user's session, which this keeps alive; the ended one for a while; or null. */
  heartbeat(userId: string): Promise<SessionWithToy | null>
  /** As `Commands.send` says. */
  sendCommand: CommandDispatcher['send']
  /** Whether this node knows a live session of the user. */
  hasLiveSession(userId: string): boolean
  /** The user's session as this node last saw it, live or just ended; or null. */
  getLastKnown(userId: string): SessionWithToy | null
  /** What the session's toy does now, or null. */
  getOutput: CommandDispatcher['getOutput']
  /**
   * Ends the user's session, the toy first; `only` the one of this id, when it is given. Null when there is none. Who ends
   * someone else's stands in the audit log as `actorId`.
   */
  endSession(
    userId: string,
    by: StoppedBy,
    reason: StopReason,
    which?: { only?: string; actorId?: string },
  ): Promise<SessionWithToy | null>
  /** Ends a session that is still in its countdown. @throws Problem NOT_FOUND, or CONFLICT once control has begun. */
  declineSession(sessionId: string, actorId: string): Promise<SessionWithToy>
  /** Stops a creator's toys (null: everyone's) in all sessions that this node knows, without asking anyone. */
  stopAllToys(ownerId: string | null): void
  /** Stops a toy, whether it has a session or not: past everything that waits, until the provider acknowledges. */
  stopToy(target: ToyTarget): void
  /** Sends what runs again at once, under what the toy's owner allows now. */
  applyCapChange(sessionId: string): Promise<void>
  /** Stops the toys that run and waits for it, as long as the start does. */
  close(): Promise<void>
}

export function createSessionController(platform: Platform, gateway: ToyGateway): SessionController {
  const { db, bus, log, now } = platform
  const watched = trackReachability(platform, gateway)
  const mailroom = createToyCommandQueues(watched, platform)
  const roster = createSessionRegistry(platform, {
    stopSessionToy: live => commands.stopSessionToy(live),
    releaseToy: live => commands.releaseToy(live),
    takeOverToy: live => mailroom.forSession(live.current).takeOver(),
  })
  const commands = createCommandDispatcher(platform, mailroom, roster)

  // A stop is what can be tried without harm.
  bus.subscribe('toy.doubted', target => {
    watched.recheck(target)
    mailroom.forTarget(target).stop()
  })

  return {
    async initialize() {
      await stopOrphanedToys(db, bus.node, mailroom)
      await roster.start()
    },

    async startSession(key, toyId) {
      const sessionId = await openSessionOnce(platform, key, toyId, id => roster.refresh(id, false))
      const seen = await roster.refresh(sessionId, false)
      // Whichever node hears the first command knows of it.
      bus.publish('session.moved', { userId: key.userId, sessionId })
      await bus.delivered()
      return seen
    },

    async heartbeat(userId) {
      const seen = await roster.findNewest(userId)
      if (!seen) return null
      const { status, stoppedAt } = seen.session
      if (status !== 'STOPPED') {
        return roster.transitionBatched(seen, (session, balance) => recordHeartbeat(session, balance, now()))
      }
      return stoppedAt && now().getTime() - stoppedAt.getTime() < ENDED_SESSION_VISIBLE_MS ? seen : null
    },

    hasLiveSession: userId => roster.getLive(userId) !== undefined,
    getLastKnown: userId => roster.getLastKnown(userId),

    sendCommand: commands.send,
    getOutput: commands.getOutput,

    async endSession(userId, by, reason, { only, actorId } = {}) {
      const isMeant = ({ session }: SessionWithToy) => only === undefined || session.id === only
      const known = roster.getLive(userId)
      const live = known && isMeant(known.current) ? known : undefined
      if (live) {
        live.isEnding = true
        commands.stopSessionToy(live)
      }
      try {
        const seen = await findNewestSession(db, userId)
        if (!seen || seen.session.status === 'STOPPED' || !isMeant(seen)) return null
        mailroom.forSession(seen).stop()
        const { id } = seen.session
        const how: SessionTransition = (session, balance) => stopSession(session, balance, by, reason, now())
        return await roster.transition(id, how, false, actorId)
      } finally {
        if (live) live.isEnding = false
      }
    },

    declineSession: (sessionId, actorId) =>
      roster.transition(
        sessionId,
        (session, balance) => {
          const declined = declineInCountdown(session, balance, now())
          if (!declined) throw new Problem('CONFLICT', { message: 'Deze sessie is al begonnen.' })
          return declined
        },
        false,
        actorId,
      ),

    stopAllToys(ownerId) {
      for (const live of roster.listLive())
        if (ownerId === null || live.current.toy.ownerId === ownerId) commands.stopSessionToy(live)
    },

    stopToy: target => mailroom.forTarget(target).stop(),

    async applyCapChange(sessionId) {
      const seen = await roster.refresh(sessionId, false)
      mailroom.forSession(seen).resend()
      // Should another node control it, that looks as well.
      bus.publish('session.moved', { userId: seen.session.userId, sessionId })
    },

    async close() {
      roster.close()
      await mailroom.close(CLOSING_MS)
      await releaseLeases(db, bus.node).catch((error: unknown) =>
        log.warn({ err: error }, 'sessions were not let go'),
      )
    },
  }
}
