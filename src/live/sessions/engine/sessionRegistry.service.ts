import { batched } from '../../../platform/batch.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createNoSessionCache } from './noSessionCache.service.ts'
import { type LeaseRenewal, renewLeases } from '../cluster/leaseRenewal.service.ts'
import { leaseExpiresAt } from '../cluster/lease.service.ts'
import {
  advanceSession,
  ENDED_SESSION_VISIBLE_MS,
  nextTransitionAt,
  hasMeterPaused,
  canControlToy,
} from '../rules.ts'
import {
  findLiveSessions,
  transitionSession,
  findNewestSession,
  findUnknownSessionIds,
  type SessionTransition,
  type TransitionedSession,
} from '../service.ts'
import { monotonicClock } from './clock.service.ts'
import { isLeasedHere, type LiveSession, type SessionWithToy } from './liveSession.rules.ts'

/** How often the clock is looked at, in milliseconds. */
const TICK_MS = 200
/** What was read longer ago than this is read again before it is acted on: another node may have moved it. */
const FRESH_MS = 1500
/** How often sessions are looked for that this node does not know. */
const DISCOVERY_INTERVAL_MS = 5000
/** A move that failed is tried again after this long. */
const RETRY_MS = 1000
/** Sessions that simply go on are written together: each waits this long for others, in milliseconds. */
const BATCH_WINDOW_MS = 50
/** More commands than a session takes while one node controls it: so far apart are the numbers that two of them give. */
const SEQUENCE_STEP = 1_000_000

export interface SessionRegistry {
  /** Takes up the live sessions, and moves them by the clock from then on. */
  start(): Promise<void>
  close(): void
  getLive(userId: string): LiveSession | undefined
  /** All live sessions that this node knows. */
  listLive(): LiveSession[]
  /** What was last seen of a user's session, live or just ended. */
  getLastKnown(userId: string): SessionWithToy | null
  /** The user's live session, this node's when it may be; read again if what is known of it is old. */
  findLive(userId: string): Promise<LiveSession | undefined>
  /** The user's newest session, live or ended; of an ended one as it was a few seconds ago. */
  findNewest(userId: string): Promise<SessionWithToy | undefined>
  /** The other node that controls the session, as far as is known; or null. */
  getRemoteNode(live: LiveSession): string | null
  /** Moves a session, after whatever else moves it here; what it has become is known from then on. */
  transition(
    sessionId: string,
    how: SessionTransition,
    claims: boolean,
    actorId?: string,
  ): Promise<SessionWithToy>
  /** Moves a live session of a user, which this node controls from then on if it may; together with others where it can. */
  transitionBatched(seen: SessionWithToy, how: SessionTransition): Promise<SessionWithToy>
  /** Moves a session as far as time has brought it; with `claims`, this node controls it from then on if it may. */
  refresh(sessionId: string, claims: boolean): Promise<SessionWithToy>
}

/** What becomes of a toy when its session is not what it was. */
export interface SessionToyActions {
  /** It may not run any more. */
  stopSessionToy(live: LiveSession): void
  /** Another node controls it. */
  releaseToy(live: LiveSession): void
  /** Another node controlled it until now. */
  takeOverToy(live: LiveSession): void
}

export function createSessionRegistry(platform: Platform, upshot: SessionToyActions): SessionRegistry {
  const { db, bus, log, now } = platform
  const live = new Map<string, LiveSession>()
  /** By user, the session that ended last here: whoever watches it learns how. */
  const ended = new Map<string, SessionWithToy>()
  const turns = new Map<string, Promise<unknown>>()
  const absences = createNoSessionCache(
    userId => findNewestSession(db, userId),
    ({ session }) => isLiveRow(session),
  )
  let timer: NodeJS.Timeout | undefined
  let searchAt = 0

  /** Takes in what a row says now, and quiets the toy when it may not run, or did not for a while. */
  function take({ askedAt, before: row, ...seen }: TransitionedSession): SessionWithToy {
    const { session } = seen
    const known = live.get(session.userId)
    const isSame = known?.current.session.id === session.id
    const before = isSame ? known.current : null
    if (!isSame && !isLiveRow(session)) return seen
    if (!isSame) absences.invalidate(session.userId)
    if (known?.isRunning && !(isSame && goesOn(known, seen))) {
      if (isElsewhere(session)) upshot.releaseToy(known)
      else upshot.stopSessionToy(known)
    }
    const entry = Object.assign(known && isSame ? known : unled(), {
      current: seen,
      readAt: monotonicClock.now(),
    })
    if (askedAt !== null) lead(entry, askedAt, row)
    if (isElsewhere(session)) entry.leasedUntil = -Infinity
    if (known && (!isSame || !isLiveRow(session))) known.isDropped = true
    if (isLiveRow(session)) live.set(session.userId, entry)
    else end(seen)
    tell(row, before, seen)
    return seen
  }

  const unled = (): Omit<LiveSession, 'current' | 'readAt'> => ({
    retryAt: 0,
    leasedUntil: -Infinity,
    leaseRefusedAt: -Infinity,
    lastSequence: 0,
    isRunning: false,
    remoteOutput: null,
    broadcastTimer: null,
    isEnding: false,
    isDropped: false,
  })

  /** Control was asked for: either this node has it from now on, or another. */
  function lead(entry: LiveSession, askedAt: number, row: SessionWithToy['session']): void {
    const { session } = entry.current
    if (isElsewhere(session)) return void (entry.leaseRefusedAt = askedAt)
    entry.leasedUntil = leaseExpiresAt(askedAt)
    if (!isElsewhere(row)) return
    entry.lastSequence = Math.max(entry.lastSequence, session.generation * SEQUENCE_STEP)
    upshot.takeOverToy(entry)
  }

  const goesOn = (
    { current: { session: before } }: LiveSession,
    { session, balance }: SessionWithToy,
  ): boolean =>
    session.generation === before.generation &&
    !isElsewhere(session) &&
    !hasMeterPaused(before, session) &&
    canControlToy(session, balance, now())

  const isElsewhere = ({ controlledBy }: SessionWithToy['session']): boolean =>
    controlledBy !== null && controlledBy !== bus.node

  function tell(row: SessionWithToy['session'], before: SessionWithToy | null, seen: SessionWithToy): void {
    const { userId, id: sessionId, status } = seen.session
    if (!before || before.balance !== seen.balance || hasVisibleChange(before.session, seen.session))
      bus.publish('session.changed', { userId })
    if (before?.session.status !== status) bus.publish('toys.changed', null)
    // Whoever wrote it tells the other nodes.
    if (hasVisibleChange(row, seen.session)) bus.publish('session.moved', { userId, sessionId })
  }

  function end(seen: SessionWithToy): void {
    const { userId } = seen.session
    live.delete(userId)
    absences.invalidate(userId)
    ended.set(userId, seen)
    setTimeout(() => ended.get(userId) === seen && ended.delete(userId), ENDED_SESSION_VISIBLE_MS).unref()
  }

  /** One move a session at a time, so that what is read last is also known last. */
  function inTurn(sessionId: string, how: () => Promise<TransitionedSession>): Promise<SessionWithToy> {
    const work = async () => take(await how())
    const turn = (turns.get(sessionId) ?? Promise.resolve()).then(work, work)
    turns.set(sessionId, turn)
    const leave = () => turns.get(sessionId) === turn && turns.delete(sessionId)
    turn.then(leave, leave)
    return turn
  }

  const move = (sessionId: string, how: SessionTransition, claims: boolean, actorId?: string) =>
    inTurn(sessionId, () => transitionSession(db, sessionId, how, claims ? bus.node : undefined, actorId))

  const kept = batched((asked: LeaseRenewal[]) => renewLeases(db, bus.node, asked), BATCH_WINDOW_MS)

  function keep(
    { session: { id: sessionId, userId, status } }: SessionWithToy,
    how: SessionTransition,
  ): Promise<SessionWithToy> {
    const known = live.get(userId)
    // What this node does not control yet is asked for at once.
    if (status !== 'ACTIVE' || !known || !isLeasedHere(known, monotonicClock.now()))
      return move(sessionId, how, true)
    return inTurn(sessionId, async () => {
      // What went wrong with one of them must not be everyone's.
      const moved = await kept({ sessionId, transition: how }).catch(() => undefined)
      return moved ?? transitionSession(db, sessionId, how, bus.node)
    })
  }

  const asTimeGoes: SessionTransition = (session, balance) => advanceSession(session, balance, now())

  const look = (sessionId: string, claims: boolean) => move(sessionId, asTimeGoes, claims)

  async function lookByClock(entry: LiveSession): Promise<void> {
    try {
      if (entry.isRunning) await keep(entry.current, asTimeGoes)
      else await look(entry.current.session.id, false)
    } catch (error) {
      log.error({ err: error }, 'a session could not be moved')
      // Without the database nobody can be heard who wants it to stop.
      if (entry.isRunning && isLeasedHere(entry, monotonicClock.now())) upshot.stopSessionToy(entry)
      else if (entry.isRunning) upshot.releaseToy(entry)
      entry.retryAt = monotonicClock.now() + RETRY_MS
    }
  }

  function isDue({ current: seen, isRunning: running, readAt, retryAt }: LiveSession): boolean {
    const time = monotonicClock.now()
    if (time < retryAt || turns.has(seen.session.id)) return false
    const at = nextTransitionAt(seen.session)
    return (at !== null && at <= now()) || (running && time - readAt > FRESH_MS)
  }

  async function tick(): Promise<void> {
    const moved = [...live.values()].filter(isDue).map(lookByClock)
    if (monotonicClock.now() >= searchAt) moved.push(search())
    await Promise.all(moved)
  }

  /** Another node that died leaves sessions that nobody moves, and so does a start that was cut off here. */
  async function search(): Promise<void> {
    searchAt = monotonicClock.now() + DISCOVERY_INTERVAL_MS
    try {
      const known = [...live.values()].map(({ current: seen }) => seen.session.id)
      for (const id of await findUnknownSessionIds(db, known)) await look(id, false)
    } catch (error) {
      log.error({ err: error }, 'live sessions could not be looked for')
    }
  }

  /** Whether this node may have control for the asking, and a command would then be carried out. */
  const lacksController = (entry: LiveSession): boolean =>
    !isLeasedHere(entry, monotonicClock.now()) &&
    !(isElsewhere(entry.current.session) && monotonicClock.now() - entry.leaseRefusedAt < FRESH_MS) &&
    canControlToy(entry.current.session, entry.current.balance, now())

  const unsubscribes = [
    bus.subscribe('minutes.changed', ({ userId }) => {
      const entry = live.get(userId)
      if (entry) void lookByClock(entry)
    }),
    bus.subscribe('session.moved', ({ userId, sessionId }, from) => {
      absences.invalidate(userId)
      if (from === 'elsewhere')
        look(sessionId, false).catch((error: unknown) =>
          log.error({ err: error }, 'a session that moved elsewhere could not be read'),
        )
    }),
  ]

  return {
    async start() {
      for (const seen of await findLiveSessions(db)) take({ ...seen, before: seen.session, askedAt: null })
      await tick()
      timer = setInterval(() => void tick(), TICK_MS)
    },
    close() {
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
    getLive: userId => live.get(userId),
    listLive: () => [...live.values()],
    getLastKnown: userId => live.get(userId)?.current ?? ended.get(userId) ?? null,
    async findLive(userId) {
      const known = live.get(userId)
      const isFresh = known && monotonicClock.now() - known.readAt < FRESH_MS
      if (isFresh && !lacksController(known)) return known
      const seen = known?.current ?? (await absences.find(userId))
      if (seen && isLiveRow(seen.session)) await look(seen.session.id, true)
      return live.get(userId)
    },
    findNewest: async userId => live.get(userId)?.current ?? absences.find(userId),
    getRemoteNode: ({ current: { session } }) => (isElsewhere(session) ? session.controlledBy : null),
    transition: move,
    transitionBatched: keep,
    refresh: look,
  }
}

const isLiveRow = ({ status }: SessionWithToy['session']): boolean => status !== 'STOPPED'

/** Whether someone who watches would see a difference; that the controller is still there is none. */
const hasVisibleChange = (before: SessionWithToy['session'], session: SessionWithToy['session']): boolean =>
  before.status !== session.status ||
  before.minutesUsed !== session.minutesUsed ||
  before.restingAt?.getTime() !== session.restingAt?.getTime() ||
  before.generation !== session.generation
