import { isLeasedHere, isLiveRow, advanceSession, ENDED_SESSION_VISIBLE_MS } from '../rules.ts'
import { transitionSession } from '../transition.service.ts'
import type { Engine } from './engine.service.ts'
import {
  applyRead,
  FRESH_MS,
  isLeaseWanted,
  type LiveSession,
  type ReadContext,
  type SessionTransition,
  type SessionWithToy,
  type TransitionedSession,
} from './sessionState.rules.ts'
import { runEffects } from './toyControl.service.ts'

/** This node's name, and its clocks. */
export const readContext = ({ cluster, platform, leaving }: Engine): ReadContext => ({
  node: cluster.node,
  now: platform.now(),
  monotonicMs: performance.now(),
  leaseMs: leaving ? -Infinity : cluster.leaseMs,
})

/**
 * Registers a row that was just read: the user's entry, and the output of the toy. Synchronous, so that no command runs in
 * between.
 */
export function takeRead(engine: Engine, read: TransitionedSession): SessionWithToy {
  const known = engine.live.get(read.session.userId) ?? null
  if (isLiveRow(read.before) && !isLiveRow(read.session))
    engine.platform.bus.publish('studio.changed', { userId: read.toy.ownerId })
  const taken = applyRead(known, read, readContext(engine))
  if (taken?.stillBecause)
    engine.platform.log.info(
      { sessionId: read.session.id, reason: taken.stillBecause },
      'a toy that another node controlled stays still',
    )
  if (taken) {
    const entry = store(engine, known, taken.next)
    runEffects(engine, known, entry, taken.effects)
    engine.answers.recordRead(entry)
  }
  return { session: read.session, balance: read.balance, toy: read.toy }
}

/** The user's entry from now on: the same object while the session is the same, because its commands refer to it. */
function store(engine: Engine, known: LiveSession | null, next: LiveSession): LiveSession {
  const { live, noSession } = engine
  const { session } = next.current
  const same = known?.current.session.id === session.id ? known : null
  const entry = same ? Object.assign(same, next) : next
  if (!same) noSession.invalidate(session.userId)
  if (known && (!same || !isLiveRow(session))) known.isDropped = true
  if (isLiveRow(session)) live.set(session.userId, entry)
  else keepEnded(engine, entry.current)
  return entry
}

function keepEnded({ live, noSession, ended }: Engine, current: SessionWithToy): void {
  const { userId } = current.session
  live.delete(userId)
  noSession.invalidate(userId)
  ended.set(userId, current)
  setTimeout(() => ended.get(userId) === current && ended.delete(userId), ENDED_SESSION_VISIBLE_MS).unref()
}

/**
 * Runs a transition after all earlier ones of the session on this node, and registers its result.
 * @param options `claimsLease`: this node requests the lease; `actorId`: who ends a session of another user, for the audit log
 * @throws Problem NOT_FOUND
 */
export function transition(
  engine: Engine,
  sessionId: string,
  how: SessionTransition,
  { claimsLease = false, actorId }: { claimsLease?: boolean; actorId?: string | undefined } = {},
): Promise<SessionWithToy> {
  const { cluster, platform, sessionMutex } = engine
  return sessionMutex.run(sessionId, async () => {
    const leaseClaim = claimsLease && !engine.leaving ? cluster.leaseClaim() : undefined
    return takeRead(engine, await transitionSession(platform, sessionId, how, { leaseClaim, actorId }))
  })
}

/** Advances a live session and requests its lease; in a batch with others where possible. */
export function transitionBatched(
  engine: Engine,
  { session: { id: sessionId, userId, status } }: SessionWithToy,
  how: SessionTransition,
): Promise<SessionWithToy> {
  const { cluster, live, platform, renewLease, sessionMutex } = engine
  const known = live.get(userId)
  // A lease that this node does not have yet is requested at once, not in a batch.
  if (status !== 'ACTIVE' || !known || !isLeasedHere(known, performance.now()))
    return transition(engine, sessionId, how, { claimsLease: true })
  return sessionMutex.run(sessionId, async () => {
    // An error in one session must not fail the whole batch.
    const renewed = await renewLease({ sessionId, transition: how }).catch(() => undefined)
    if (renewed) return takeRead(engine, renewed)
    const leaseClaim = engine.leaving ? undefined : cluster.leaseClaim()
    return takeRead(engine, await transitionSession(platform, sessionId, how, { leaseClaim }))
  })
}

/** The session at the current time. */
export const advanceToNow =
  ({ platform }: Engine): SessionTransition =>
  (session, balance) =>
    advanceSession(session, balance, platform.now())

/** Advances a session to the current time. */
export const refresh = (engine: Engine, sessionId: string, claimsLease: boolean): Promise<SessionWithToy> =>
  transition(engine, sessionId, advanceToNow(engine), { claimsLease })

/**
 * The user's live session, under this node's lease when it may have it; read again when the entry is too old.
 * @returns no promise where nothing has to be read, as for most commands
 */
export function findLive(
  engine: Engine,
  userId: string,
): LiveSession | undefined | Promise<LiveSession | undefined> {
  const known = engine.live.get(userId)
  if (!known && engine.noSession.has(userId)) return undefined
  return known && isUsable(engine, known) ? known : readLive(engine, userId, known)
}

/** Whether an entry is recent, and under this node's lease if it may have it. */
function isUsable(engine: Engine, known: LiveSession): boolean {
  const context = readContext(engine)
  const isFresh = context.monotonicMs - known.readAt < FRESH_MS
  return isFresh && (isLeasedHere(known, context.monotonicMs) || !isLeaseWanted(known, context))
}

async function readLive(
  engine: Engine,
  userId: string,
  known: LiveSession | undefined,
): Promise<LiveSession | undefined> {
  const current = known?.current ?? (await engine.noSession.find(userId))
  if (current && isLiveRow(current.session)) await refresh(engine, current.session.id, true)
  return engine.live.get(userId)
}

/** The user's newest session, live or ended; an ended one may be a few seconds old. */
export const findNewest = async (engine: Engine, userId: string): Promise<SessionWithToy | undefined> =>
  engine.live.get(userId)?.current ?? engine.noSession.find(userId)

/** The user's session as this node last read it, live or just ended; or null. */
export const getLastKnown = ({ live, ended }: Engine, userId: string): SessionWithToy | null =>
  live.get(userId)?.current ?? ended.get(userId) ?? null
