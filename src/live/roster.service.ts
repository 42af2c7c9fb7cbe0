import type { Platform } from '../platform/platform.ts'
import { createAbsences } from './absence.service.ts'
import { advance, AFTERGLOW_MS, dueAt, hasRested, mayRun } from './rules.ts'
import { liveSessions, moveSession, newestSession, unknownSessions, type Move, type Seen } from './service.ts'
import { realTime } from './time.service.ts'

/** How often the clock is looked at, in milliseconds. */
const TICK_MS = 200
/** What was read longer ago than this is read again before it is acted on: another node may have moved it. */
const FRESH_MS = 1500
/** How often sessions are looked for that this node does not know. */
const SEARCH_MS = 5000
/** A move that failed is tried again after this long. */
const RETRY_MS = 1000

/** A live session as this node knows it: what may be done is decided from here, the truth is in the row. */
export interface Live {
  seen: Seen
  /** When it was read, by `realTime`. */
  readAt: number
  /** After a move that failed: not looked at by the clock before this, by `realTime`. */
  retryAt: number
  sequence: number
  /** A command was taken since the toy was last stopped. */
  running: boolean
  /** Its end is being written: no command may come in between. */
  ending: boolean
}

export interface Roster {
  /** Takes up the live sessions, and moves them by the clock from then on. */
  begin(): Promise<void>
  close(): void
  known(userId: string): Live | undefined
  /** All live sessions that this node knows. */
  all(): Live[]
  /** What was last seen of a user's session, live or just ended. */
  lastSeen(userId: string): Seen | null
  /** The user's live session, read again if what is known of it is old. */
  find(userId: string): Promise<Live | undefined>
  /** Moves a session, after whatever else moves it here; what it has become is known from then on. */
  move(sessionId: string, how: Move): Promise<Seen>
  /** Moves a session as far as time has brought it. */
  look(sessionId: string): Promise<Seen>
}

/** @param quiet stops the toy of a session that may not run it any more */
export function createRoster(platform: Platform, quiet: (live: Live) => void): Roster {
  const { db, bus, log, now } = platform
  const live = new Map<string, Live>()
  /** By user, the session that ended last here: whoever watches it learns how. */
  const ended = new Map<string, Seen>()
  const turns = new Map<string, Promise<unknown>>()
  const absences = createAbsences(async userId => {
    const seen = await newestSession(db, userId)
    return seen?.session.status === 'STOPPED' ? undefined : seen
  })
  let timer: NodeJS.Timeout | undefined
  let searchAt = 0

  /** Takes in what a row says now, and quiets the toy when it may not run, or did not for a while. */
  function take(seen: Seen): Seen {
    const { session, balance } = seen
    const known = live.get(session.userId)
    const isSame = known?.seen.session.id === session.id
    const before = isSame ? known.seen : null
    if (!isSame && session.status === 'STOPPED') return seen
    if (!isSame) absences.forget(session.userId)
    if (known?.running) {
      const goesOn = isSame && !hasRested(known.seen.session, session) && mayRun(session, balance, now())
      if (!goesOn) quiet(known)
    }
    const fresh = { retryAt: 0, sequence: 0, running: false, ending: false }
    const entry = Object.assign(known && isSame ? known : fresh, { seen, readAt: realTime.now() })
    if (session.status === 'STOPPED') end(seen)
    else live.set(session.userId, entry)
    if (!before || isAnother(before, seen)) bus.publish('session.changed', { userId: session.userId })
    if (!before || before.session.status !== session.status) bus.publish('toys.changed', null)
    return seen
  }

  function end(seen: Seen): void {
    const { userId } = seen.session
    live.delete(userId)
    ended.set(userId, seen)
    setTimeout(() => ended.get(userId) === seen && ended.delete(userId), AFTERGLOW_MS).unref()
  }

  /** One move a session at a time, so that what is read last is also known last. */
  function move(sessionId: string, how: Move): Promise<Seen> {
    const work = async () => take(await moveSession(db, sessionId, how))
    const turn = (turns.get(sessionId) ?? Promise.resolve()).then(work, work)
    turns.set(sessionId, turn)
    const leave = () => turns.get(sessionId) === turn && turns.delete(sessionId)
    turn.then(leave, leave)
    return turn
  }

  const look = (sessionId: string) => move(sessionId, (session, balance) => advance(session, balance, now()))

  async function lookByClock(entry: Live): Promise<void> {
    try {
      await look(entry.seen.session.id)
    } catch (error) {
      log.error({ err: error }, 'a session could not be moved')
      // Without the database nobody can be heard who wants it to stop.
      if (entry.running) quiet(entry)
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
      for (const id of await unknownSessions(db, known)) await look(id)
    } catch (error) {
      log.error({ err: error }, 'live sessions could not be looked for')
    }
  }

  const unsubscribe = bus.subscribe('minutes.changed', ({ userId }) => {
    const entry = live.get(userId)
    if (entry) void lookByClock(entry)
  })

  return {
    async begin() {
      for (const seen of await liveSessions(db)) take(seen)
      await tick()
      timer = setInterval(() => void tick(), TICK_MS)
    },
    close() {
      clearInterval(timer)
      unsubscribe()
    },
    known: userId => live.get(userId),
    all: () => [...live.values()],
    lastSeen: userId => live.get(userId)?.seen ?? ended.get(userId) ?? null,
    async find(userId) {
      const known = live.get(userId)
      if (known && realTime.now() - known.readAt < FRESH_MS) return known
      const seen = known?.seen ?? (await absences.find(userId))
      if (seen) await look(seen.session.id)
      return live.get(userId)
    },
    move,
    look,
  }
}

/** Whether someone who watches would see a difference; that the controller is still there is none. */
const isAnother = (before: Seen, { session, balance }: Seen): boolean =>
  before.balance !== balance ||
  before.session.status !== session.status ||
  before.session.minutesUsed !== session.minutesUsed ||
  before.session.restingAt?.getTime() !== session.restingAt?.getTime()
