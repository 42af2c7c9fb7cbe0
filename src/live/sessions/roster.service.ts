import { batched } from '../../platform/batch.ts'
import type { Platform } from '../../platform/platform.ts'
import { createAbsences } from './absence.service.ts'
import { type Kept, keepSessions } from './keeping.service.ts'
import type { Wish } from './mailbox.service.ts'
import { leaseFrom } from './ownership.service.ts'
import { advance, AFTERGLOW_MS, dueAt, hasRested, mayRun } from './rules.ts'
import {
  liveSessions,
  moveSession,
  newestSession,
  unknownSessions,
  type Move,
  type Moved,
  type Seen,
} from './service.ts'
import { realTime } from './time.service.ts'

/** How often the clock is looked at, in milliseconds. */
const TICK_MS = 200
/** What was read longer ago than this is read again before it is acted on: another node may have moved it. */
const FRESH_MS = 1500
/** How often sessions are looked for that this node does not know. */
const SEARCH_MS = 5000
/** A move that failed is tried again after this long. */
const RETRY_MS = 1000
/** Sessions that simply go on are written together: each waits this long for others, in milliseconds. */
const GATHER_MS = 50
/** More commands than a session takes while one node controls it: so far apart are the numbers that two of them give. */
const NUMBERS = 1_000_000

/** A live session as this node knows it: what may be done is decided from here, the truth is in the row. */
export interface Live {
  seen: Seen
  /** When it was read, by `realTime`. */
  readAt: number
  /** After a move that failed: not looked at by the clock before this, by `realTime`. */
  retryAt: number
  /** Until when this node alone controls it, by `realTime`. */
  leasedUntil: number
  /** When it last asked for control and another node had it, by `realTime`. */
  refusedAt: number
  sequence: number
  /** A command was taken since the toy was last stopped. */
  running: boolean
  /** What the toy does, and since when, while another node controls it; null when that is nothing. */
  handed: { told: Wish['told']; at: Date } | null
  /** Until the other nodes are told what it does. */
  sharing: NodeJS.Timeout | null
  /** Its end is being written: no command may come in between. */
  ending: boolean
}

/** Whether this node alone may run the session's toy now. */
export const isOurs = ({ leasedUntil }: Live): boolean => realTime.now() < leasedUntil

export interface Roster {
  /** Takes up the live sessions, and moves them by the clock from then on. */
  begin(): Promise<void>
  close(): void
  known(userId: string): Live | undefined
  /** All live sessions that this node knows. */
  all(): Live[]
  /** What was last seen of a user's session, live or just ended. */
  lastSeen(userId: string): Seen | null
  /** The user's live session, this node's when it may be; read again if what is known of it is old. */
  find(userId: string): Promise<Live | undefined>
  /** The user's newest session, live or ended; of an ended one as it was a few seconds ago. */
  newest(userId: string): Promise<Seen | undefined>
  /** The other node that controls the session, as far as is known; or null. */
  controllerOf(live: Live): string | null
  /** Moves a session, after whatever else moves it here; what it has become is known from then on. */
  move(sessionId: string, how: Move, claims: boolean, actorId?: string): Promise<Seen>
  /** Moves a live session of a user, which this node controls from then on if it may; together with others where it can. */
  keep(seen: Seen, how: Move): Promise<Seen>
  /** Moves a session as far as time has brought it; with `claims`, this node controls it from then on if it may. */
  look(sessionId: string, claims: boolean): Promise<Seen>
}

/** What becomes of a toy when its session is not what it was. */
export interface Upshot {
  /** It may not run any more. */
  quiet(live: Live): void
  /** Another node controls it. */
  release(live: Live): void
  /** Another node controlled it until now. */
  inherit(live: Live): void
}

export function createRoster(platform: Platform, upshot: Upshot): Roster {
  const { db, bus, log, now } = platform
  const live = new Map<string, Live>()
  /** By user, the session that ended last here: whoever watches it learns how. */
  const ended = new Map<string, Seen>()
  const turns = new Map<string, Promise<unknown>>()
  const absences = createAbsences(
    userId => newestSession(db, userId),
    ({ session }) => isLive(session),
  )
  let timer: NodeJS.Timeout | undefined
  let searchAt = 0

  /** Takes in what a row says now, and quiets the toy when it may not run, or did not for a while. */
  function take({ askedAt, before: row, ...seen }: Moved): Seen {
    const { session } = seen
    const known = live.get(session.userId)
    const isSame = known?.seen.session.id === session.id
    const before = isSame ? known.seen : null
    if (!isSame && !isLive(session)) return seen
    if (!isSame) absences.forget(session.userId)
    if (known?.running && !(isSame && goesOn(known, seen))) {
      if (isElsewhere(session)) upshot.release(known)
      else upshot.quiet(known)
    }
    const entry = Object.assign(known && isSame ? known : unled(), { seen, readAt: realTime.now() })
    if (askedAt !== null) lead(entry, askedAt, row)
    if (isElsewhere(session)) entry.leasedUntil = -Infinity
    if (isLive(session)) live.set(session.userId, entry)
    else end(seen)
    tell(row, before, seen)
    return seen
  }

  const unled = () => ({
    retryAt: 0,
    leasedUntil: -Infinity,
    refusedAt: -Infinity,
    sequence: 0,
    running: false,
    handed: null,
    sharing: null,
    ending: false,
  })

  /** Control was asked for: either this node has it from now on, or another. */
  function lead(entry: Live, askedAt: number, row: Seen['session']): void {
    const { session } = entry.seen
    if (isElsewhere(session)) return void (entry.refusedAt = askedAt)
    entry.leasedUntil = leaseFrom(askedAt)
    if (!isElsewhere(row)) return
    entry.sequence = Math.max(entry.sequence, session.generation * NUMBERS)
    upshot.inherit(entry)
  }

  const goesOn = ({ seen: { session: before } }: Live, { session, balance }: Seen): boolean =>
    session.generation === before.generation &&
    !isElsewhere(session) &&
    !hasRested(before, session) &&
    mayRun(session, balance, now())

  const isElsewhere = ({ controlledBy }: Seen['session']): boolean =>
    controlledBy !== null && controlledBy !== bus.node

  function tell(row: Seen['session'], before: Seen | null, seen: Seen): void {
    const { userId, id: sessionId, status } = seen.session
    if (!before || before.balance !== seen.balance || isAnother(before.session, seen.session))
      bus.publish('session.changed', { userId })
    if (before?.session.status !== status) bus.publish('toys.changed', null)
    // Whoever wrote it tells the other nodes.
    if (isAnother(row, seen.session)) bus.publish('session.moved', { userId, sessionId })
  }

  function end(seen: Seen): void {
    const { userId } = seen.session
    live.delete(userId)
    absences.forget(userId)
    ended.set(userId, seen)
    setTimeout(() => ended.get(userId) === seen && ended.delete(userId), AFTERGLOW_MS).unref()
  }

  /** One move a session at a time, so that what is read last is also known last. */
  function inTurn(sessionId: string, how: () => Promise<Moved>): Promise<Seen> {
    const work = async () => take(await how())
    const turn = (turns.get(sessionId) ?? Promise.resolve()).then(work, work)
    turns.set(sessionId, turn)
    const leave = () => turns.get(sessionId) === turn && turns.delete(sessionId)
    turn.then(leave, leave)
    return turn
  }

  const move = (sessionId: string, how: Move, claims: boolean, actorId?: string) =>
    inTurn(sessionId, () => moveSession(db, sessionId, how, claims ? bus.node : undefined, actorId))

  const kept = batched((asked: Kept[]) => keepSessions(db, bus.node, asked), GATHER_MS)

  function keep({ session: { id: sessionId, userId, status } }: Seen, how: Move): Promise<Seen> {
    const known = live.get(userId)
    // What this node does not control yet is asked for at once.
    if (status !== 'ACTIVE' || !known || !isOurs(known)) return move(sessionId, how, true)
    return inTurn(sessionId, async () => {
      // What went wrong with one of them must not be everyone's.
      const moved = await kept({ sessionId, move: how }).catch(() => undefined)
      return moved ?? moveSession(db, sessionId, how, bus.node)
    })
  }

  const asTimeGoes: Move = (session, balance) => advance(session, balance, now())

  const look = (sessionId: string, claims: boolean) => move(sessionId, asTimeGoes, claims)

  async function lookByClock(entry: Live): Promise<void> {
    try {
      if (entry.running) await keep(entry.seen, asTimeGoes)
      else await look(entry.seen.session.id, false)
    } catch (error) {
      log.error({ err: error }, 'a session could not be moved')
      // Without the database nobody can be heard who wants it to stop.
      if (entry.running && isOurs(entry)) upshot.quiet(entry)
      else if (entry.running) upshot.release(entry)
      entry.retryAt = realTime.now() + RETRY_MS
    }
  }

  function isDue({ seen, running, readAt, retryAt }: Live): boolean {
    const time = realTime.now()
    if (time < retryAt || turns.has(seen.session.id)) return false
    const at = dueAt(seen.session)
    return (at !== null && at <= now()) || (running && time - readAt > FRESH_MS)
  }

  async function tick(): Promise<void> {
    const moved = [...live.values()].filter(isDue).map(lookByClock)
    if (realTime.now() >= searchAt) moved.push(search())
    await Promise.all(moved)
  }

  /** Another node that died leaves sessions that nobody moves, and so does a start that was cut off here. */
  async function search(): Promise<void> {
    searchAt = realTime.now() + SEARCH_MS
    try {
      const known = [...live.values()].map(({ seen }) => seen.session.id)
      for (const id of await unknownSessions(db, known)) await look(id, false)
    } catch (error) {
      log.error({ err: error }, 'live sessions could not be looked for')
    }
  }

  /** Whether this node may have control for the asking, and a command would then be carried out. */
  const lacksController = (entry: Live): boolean =>
    !isOurs(entry) &&
    !(isElsewhere(entry.seen.session) && realTime.now() - entry.refusedAt < FRESH_MS) &&
    mayRun(entry.seen.session, entry.seen.balance, now())

  const unsubscribes = [
    bus.subscribe('minutes.changed', ({ userId }) => {
      const entry = live.get(userId)
      if (entry) void lookByClock(entry)
    }),
    bus.subscribe('session.moved', ({ userId, sessionId }, from) => {
      absences.forget(userId)
      if (from === 'elsewhere')
        look(sessionId, false).catch((error: unknown) =>
          log.error({ err: error }, 'a session that moved elsewhere could not be read'),
        )
    }),
  ]

  return {
    async begin() {
      for (const seen of await liveSessions(db)) take({ ...seen, before: seen.session, askedAt: null })
      await tick()
      timer = setInterval(() => void tick(), TICK_MS)
    },
    close() {
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
    known: userId => live.get(userId),
    all: () => [...live.values()],
    lastSeen: userId => live.get(userId)?.seen ?? ended.get(userId) ?? null,
    async find(userId) {
      const known = live.get(userId)
      const isFresh = known && realTime.now() - known.readAt < FRESH_MS
      if (isFresh && !lacksController(known)) return known
      const seen = known?.seen ?? (await absences.find(userId))
      if (seen && isLive(seen.session)) await look(seen.session.id, true)
      return live.get(userId)
    },
    newest: async userId => live.get(userId)?.seen ?? absences.find(userId),
    controllerOf: ({ seen: { session } }) => (isElsewhere(session) ? session.controlledBy : null),
    move,
    keep,
    look,
  }
}

const isLive = ({ status }: Seen['session']): boolean => status !== 'STOPPED'

/** Whether someone who watches would see a difference; that the controller is still there is none. */
const isAnother = (before: Seen['session'], session: Seen['session']): boolean =>
  before.status !== session.status ||
  before.minutesUsed !== session.minutesUsed ||
  before.restingAt?.getTime() !== session.restingAt?.getTime() ||
  before.generation !== session.generation
