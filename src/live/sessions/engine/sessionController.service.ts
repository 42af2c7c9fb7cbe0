import type { z } from 'zod'
import type { CommandDelay } from '../delay.contract.ts'
import { type IdempotencyKey, runOnce } from '../../../platform/db/idempotency.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ToyTarget } from '../../toys/gateway.ts'
import { Problem } from '../../../wire/problem.ts'
import { createCluster } from '../cluster/cluster.service.ts'
import type { CurrentOutput, Signal, StoppedBy } from '../contract.ts'
import { type StopReason } from '../meter.rules.ts'
import { recordHeartbeat, recordSignal } from '../meterEvents.rules.ts'
import {
  isLeasedHere,
  mayRunHere,
  remoteNodeOf,
  ENDED_SESSION_VISIBLE_MS,
  acceptInCountdown,
  declineInCountdown,
  stopSession,
} from '../rules.ts'
import { findNewestSession, openControlSession, findConflictingSessions } from '../service.ts'
import { countStops, runCommandHere } from './command.service.ts'
import { createAnswerRecorder } from './meterPauses.service.ts'
import { createEngine, type Engine } from './engine.service.ts'
import { handOver, releaseLeases } from './handover.service.ts'
import { addStop, isNewHandover, type SessionTransition, type SessionWithToy } from './sessionState.rules.ts'
import {
  findNewest,
  getLastKnown,
  refresh,
  transition,
  transitionBatched,
} from './sessionRegistry.service.ts'
import { startTicker, watchSessions } from './sessionTicker.service.ts'
import { queueOf, sessionQueue } from './toyQueues.service.ts'
import { getOutput, publishOutput, stopSessionToy, stopToys } from './toyControl.service.ts'

/** How long the start waits for toys to acknowledge their stop, in milliseconds; the same limit holds at shutdown. */
const STOP_TIMEOUT_MS = 3000

interface WhichSession {
  only?: string
  actorId?: string
}

/** Everything that moves toys on this node, for other slices. */
export interface SessionController {
  /** For other modules of the engine: `runCommand` of command.service.ts takes it. */
  readonly engine: Engine
  /** Stops every toy that no living node controls, and loads the live sessions. Call before the server listens. */
  initialize(): Promise<void>
  /** @throws Problem NOT_FOUND, TOY_OFFLINE, INSUFFICIENT_MINUTES, SESSION_EXISTS or TOY_BUSY. */
  startSession(key: IdempotencyKey, toyId: string): Promise<SessionWithToy>
  /** Records a heartbeat. @returns the user's session; one that ended, for 30 s; or null */
  heartbeat(userId: string): Promise<SessionWithToy | null>
  /** Whether this node knows a live session of the user. */
  hasLiveSession(userId: string): boolean
  /** The user's session as this node last read it, live or just ended; or null. */
  getLastKnown(userId: string): SessionWithToy | null
  /** The output of the session's toy now, or null. */
  getOutput(current: SessionWithToy): z.input<typeof CurrentOutput> | null
  /** From finger to toy, of the last command of a user's live session; null while it is not known. */
  getDelay(userId: string): CommandDelay | null
  /**
   * Ends the user's session, after stopping its toy; with `only`, just the session of this id. Null when there is none. `actorId`
   * is stored in the audit log when someone else than the user ends it.
   */
  endSession(
    userId: string,
    by: StoppedBy,
    reason: StopReason,
    which?: WhichSession,
  ): Promise<SessionWithToy | null>
  /**
   * Ends a user's session, because one of the user's logins has ended: it is unknown which login plays, and a silent toy is the
   * safe side. Never throws: the login has ended anyway, and without heartbeats the session ends by itself.
   */
  endAtSignOut(this: void, userId: string): Promise<void>
  /** Ends a session that is still in its countdown. @throws Problem NOT_FOUND, or CONFLICT once control has begun. */
  declineSession(sessionId: string, actorId: string): Promise<SessionWithToy>
  /** The creator accepts a session in its countdown. @throws Problem NOT_FOUND, or CONFLICT once it began or ended. */
  acceptSession(sessionId: string): Promise<SessionWithToy>
  /** The creator gives her player a sign; `WAIT` stops the toy first. @throws Problem NOT_FOUND, or CONFLICT outside of control. */
  signalSession(sessionId: string, signal: Signal): Promise<SessionWithToy>
  /** Stops a toy, with or without a session: before everything that is pending, until the provider acknowledges. */
  stopToy(target: ToyTarget): void
  /** Sends the running command again at once, under the owner's current cap and menu; one that is off the menu is stopped. */
  applyCapChange(sessionId: string): Promise<void>
  /**
   * Stops the toys that this node controls and hands its sessions over: the node that gets a controller's next heartbeat lets the toy go on.
   * From its call on this node takes no command; a stop still stops.
   */
  handOver(): Promise<void>
  /** Stops the toys that run, and waits for the acknowledgements as long as the start does. */
  close(): Promise<void>
}

/** @param drivers the toy driver of each provider */
export function createSessionController(platform: Platform, drivers: Engine['drivers']): SessionController {
  const engine = createEngine(platform, createCluster(platform), drivers)
  Object.assign(engine.answers, createAnswerRecorder(engine))
  const stopWatching = watchSessions(engine)
  let stopTicker = () => {}
  answerCluster(engine)
  // A stop does no harm, so it is the request that finds out whether the toy takes commands.
  platform.bus.subscribe('toy.reported', target => {
    engine.reachability.recheck(target)
    engine.unstopped.recheck(target)
    queueOf(engine, target).stop()
  })
  return {
    engine,
    async initialize() {
      await stopOrphanedToys(engine)
      stopTicker = await startTicker(engine)
    },
    startSession: (key, toyId) => startSession(engine, key, toyId),
    heartbeat: userId => heartbeat(engine, userId),
    hasLiveSession: userId => engine.live.has(userId),
    getLastKnown: userId => getLastKnown(engine, userId),
    getOutput: current => getOutput(engine, current),
    getDelay: userId => engine.live.get(userId)?.delay ?? null,
    endSession: (userId, by, reason, which) => endSession(engine, userId, { by, reason, ...which }),
    endAtSignOut: userId => endAtSignOut(engine, userId),
    declineSession: (sessionId, actorId) => declineSession(engine, sessionId, actorId),
    acceptSession: sessionId => acceptSession(engine, sessionId),
    signalSession: (sessionId, signal) => signalSession(engine, sessionId, signal),
    stopToy: target => queueOf(engine, target).stop(),
    applyCapChange: sessionId => applyCapChange(engine, sessionId),
    handOver: () => (engine.leaving ??= handOver(engine)),
    async close() {
      stopTicker()
      stopWatching()
      await closeEngine(engine)
    },
  }
}

/** Carries out commands from other nodes for sessions of this one, and records the output of toys on other nodes. */
function answerCluster(engine: Engine): void {
  const { cluster, live } = engine
  cluster.onCommand(async (userId, command, isExpired) => {
    // The node that asks takes the lease over, once it is released; a stop does not wait for that.
    const received = { receivedAt: performance.now(), stopsThen: countStops(engine, userId) }
    if (engine.leaving) return command.command === 'stop' ? undefined : engine.leaving.then(() => undefined)
    const entry = live.get(userId)
    if (!entry) return undefined
    const mayRun = () => mayRunHere(entry, performance.now())
    // The lease of a still toy is not renewed, and while it lasts no other node can get it.
    if (!mayRun() && command.command !== 'stop' && remoteNodeOf(entry.current.session, cluster.node) === null)
      await refresh(engine, entry.current.session.id, true)
    return mayRun() && !isExpired() ? runCommandHere(engine, entry, command, received) : undefined
  })
  cluster.onHandover((userId, sessionId, handover) => {
    const entry = live.get(userId)
    if (entry?.current.session.id !== sessionId)
      return engine.platform.log.info({ sessionId }, 'a session that is not known here was handed over')
    if (isLeasedHere(entry, performance.now()) || !isNewHandover(entry, handover)) return
    entry.handover = handover
    entry.leaseRefusedAt = -Infinity
  })
  cluster.onOutput((userId, output) => {
    const entry = live.get(userId)
    if (!entry || isLeasedHere(entry, performance.now())) return
    entry.remoteOutput = output
    publishOutput(engine, entry)
  })
}

/** Toys of dead nodes are found later than the others, so the start does not wait for them before it stops the first. */
async function stopOrphanedToys(engine: Engine): Promise<void> {
  const stopping: Promise<void>[] = []
  for await (const toys of engine.cluster.findOrphanedToys())
    stopping.push(stopToys(engine, toys, STOP_TIMEOUT_MS))
  await Promise.all(stopping)
}

async function startSession(engine: Engine, key: IdempotencyKey, toyId: string): Promise<SessionWithToy> {
  const { platform } = engine
  const sessionId = await openSessionOnce(platform, key, toyId, id => refresh(engine, id, false))
  const started = await refresh(engine, sessionId, false)
  platform.bus.publish('studio.changed', { userId: started.toy.ownerId })
  // Any node that receives the first command then knows the session.
  platform.bus.publish('session.transitioned', { userId: key.userId, sessionId })
  await platform.bus.flush()
  return started
}

async function heartbeat(engine: Engine, userId: string): Promise<SessionWithToy | null> {
  const { now } = engine.platform
  const newest = await findNewest(engine, userId)
  if (!newest) return null
  const { status, stoppedAt } = newest.session
  if (status !== 'STOPPED')
    return transitionBatched(engine, newest, (session, balance) => recordHeartbeat(session, balance, now()))
  return stoppedAt && now().getTime() - stoppedAt.getTime() < ENDED_SESSION_VISIBLE_MS ? newest : null
}

async function endSession(
  engine: Engine,
  userId: string,
  { by, reason, only, actorId }: { by: StoppedBy; reason: StopReason } & WhichSession,
): Promise<SessionWithToy | null> {
  const { db, now } = engine.platform
  const isMeant = ({ session }: SessionWithToy) => only === undefined || session.id === only
  const known = engine.live.get(userId)
  const entry = known && isMeant(known.current) ? known : undefined
  if (entry) {
    // Set before the first await, so that no command is taken in between.
    entry.isEnding = true
    stopSessionToy(engine, entry)
  }
  try {
    const newest = await findNewestSession(db, userId)
    if (!newest || newest.session.status === 'STOPPED' || !isMeant(newest)) return null
    sessionQueue(engine, newest).stop()
    const how: SessionTransition = (session, balance) => stopSession(session, balance, by, reason, now())
    return await transition(engine, newest.session.id, how, { actorId })
  } finally {
    if (entry) entry.isEnding = false
  }
}

async function endAtSignOut(engine: Engine, userId: string): Promise<void> {
  try {
    await endSession(engine, userId, { by: 'USER', reason: 'SIGNED_OUT' })
  } catch (error) {
    engine.platform.log.error(
      { err: error, userId },
      'could not end the session of a player who was signed out',
    )
  }
}

function declineSession(engine: Engine, sessionId: string, actorId: string): Promise<SessionWithToy> {
  const how: SessionTransition = (session, balance) => {
    const declined = declineInCountdown(session, balance, engine.platform.now())
    if (!declined) throw new Problem('CONFLICT', { message: 'Deze sessie is al begonnen.' })
    return declined
  }
  return transition(engine, sessionId, how, { actorId })
}

function acceptSession(engine: Engine, sessionId: string): Promise<SessionWithToy> {
  return transition(engine, sessionId, (session, balance) => {
    const accepted = acceptInCountdown(session, balance, engine.platform.now())
    if (!accepted) throw new Problem('CONFLICT', { message: 'Deze sessie wacht niet meer op een ja.' })
    return accepted
  })
}

async function signalSession(engine: Engine, sessionId: string, signal: Signal): Promise<SessionWithToy> {
  if (signal === 'WAIT') stopAtOnce(engine, sessionId)
  const at = engine.platform.now()
  const signalled = await transition(engine, sessionId, (session, balance) => {
    const next = recordSignal(session, balance, signal, at)
    if (next.meter.signalledAt !== at)
      throw new Problem('CONFLICT', { message: 'Er speelt nu niemand in deze sessie.' })
    return next
  })
  // Also of a session that another node controls, which reads the row as well.
  if (signal === 'WAIT') sessionQueue(engine, signalled).stop()
  return signalled
}

/** Stops the toy of a session that this node knows, before the database is asked; no older command is obeyed. */
function stopAtOnce(engine: Engine, sessionId: string): void {
  const entry = [...engine.live.values()].find(({ current }) => current.session.id === sessionId)
  if (!entry) return
  entry.stops = addStop(entry.stops, undefined)
  stopSessionToy(engine, entry)
}

async function applyCapChange(engine: Engine, sessionId: string): Promise<void> {
  const current = await refresh(engine, sessionId, false)
  sessionQueue(engine, current).resend()
  // When another node controls the session, that one reads the row as well.
  engine.platform.bus.publish('session.transitioned', { userId: current.session.userId, sessionId })
}

async function closeEngine(engine: Engine): Promise<void> {
  await engine.stopsRepeated
  await Promise.all([...engine.queues.values()].map(queue => queue.close(STOP_TIMEOUT_MS)))
  await releaseLeases(engine)
}

/** The toy or the user has a live session, or the claim window is another user's. */
class StartBlockedError extends Error {}

const tryOpen = ({ db, config, now }: Platform, key: IdempotencyKey, toyId: string): Promise<string> =>
  db.transaction(tx =>
    runOnce(tx, key, async id => {
      const start = { id, userId: key.userId, toyId, countdownSeconds: config.countdownSeconds }
      if (!(await openControlSession(tx, start, now()))) throw new StartBlockedError()
    }),
  )

/**
 * Opens a session in its countdown, once per idempotency key. A conflicting session may be due to end: this ends it, and tries a
 * second time, whose result counts.
 * @param look advances a session to the current time
 * @returns the session's id
 * @throws Problem NOT_FOUND, TOY_OFFLINE, INSUFFICIENT_MINUTES, SESSION_EXISTS or TOY_BUSY.
 */
async function openSessionOnce(
  platform: Platform,
  key: IdempotencyKey,
  toyId: string,
  look: (sessionId: string) => Promise<unknown>,
): Promise<string> {
  const inTheWay = () => findConflictingSessions(platform.db, key.userId, toyId)
  try {
    return await tryOpen(platform, key, toyId)
  } catch (error) {
    if (!(error instanceof StartBlockedError)) throw error
  }
  for (const { id } of await inTheWay()) await look(id)
  try {
    return await tryOpen(platform, key, toyId)
  } catch (error) {
    if (!(error instanceof StartBlockedError)) throw error
    const isOwn = (await inTheWay()).some(({ userId }) => userId === key.userId)
    throw new Problem(isOwn ? 'SESSION_EXISTS' : 'TOY_BUSY')
  }
}
