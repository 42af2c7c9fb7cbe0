import { findLiveSessions, findUnknownSessionIds } from '../service.ts'
import { isLeasedHere, mayRunHere } from '../rules.ts'
import type { Engine } from './engine.service.ts'
import { type LiveSession, isRefreshDue } from './sessionState.rules.ts'
import { advanceToNow, readContext, refresh, takeRead, transitionBatched } from './sessionRegistry.service.ts'
import { setPaying } from './meterPauses.service.ts'
import { releaseSessionToy, stopSessionToy } from './toyControl.service.ts'

/** How often sessions are checked for due transitions, in milliseconds. */
const TICK_MS = 200
/** How often live sessions that this node does not know are searched for, in milliseconds. */
const DISCOVERY_INTERVAL_MS = 5000
/** A failed transition is retried after this long, in milliseconds. */
const RETRY_MS = 1000

/** Loads the live sessions, and advances them by the clock from then on. @returns a function that stops it */
export async function startTicker(engine: Engine): Promise<() => void> {
  const ticker = { discoverAt: 0 }
  for (const current of await findLiveSessions(engine.platform.db))
    takeRead(engine, { ...current, before: current.session, askedAt: null })
  await tick(engine, ticker)
  const timer = setInterval(() => void tick(engine, ticker), TICK_MS)
  return () => clearInterval(timer)
}

/** Reads sessions again when something else than the clock has changed them. @returns a function that stops it */
export function watchSessions(engine: Engine): () => void {
  const { bus, log } = engine.platform
  const unsubscribes = [
    bus.subscribe('minutes.changed', ({ userId }) => {
      const entry = engine.live.get(userId)
      if (entry) void refreshByClock(engine, entry)
    }),
    bus.subscribe('minutes.settled', ({ userId, purchaseId }) => {
      setPaying(engine, userId, purchaseId, false).catch((error: unknown) =>
        log.error({ err: error }, 'the end of a payment was not applied to a session'),
      )
    }),
    bus.subscribe('session.transitioned', ({ userId, sessionId }, from) => {
      engine.noSession.invalidate(userId)
      if (from === 'elsewhere')
        refresh(engine, sessionId, false).catch((error: unknown) =>
          log.error({ err: error }, 'a session that changed on another node could not be read'),
        )
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

async function tick(engine: Engine, ticker: { discoverAt: number }): Promise<void> {
  const context = readContext(engine)
  for (const entry of engine.live.values()) stopWhenUnrenewed(engine, entry)
  const due = [...engine.live.values()].filter(
    entry => !engine.sessionMutex.isHeld(entry.current.session.id) && isRefreshDue(entry, context),
  )
  const work = due.map(entry => refreshByClock(engine, entry))
  if (performance.now() >= ticker.discoverAt) {
    ticker.discoverAt = performance.now() + DISCOVERY_INTERVAL_MS
    work.push(discoverSessions(engine))
  }
  await Promise.all(work)
}

/** A renewal that gets no answer does not fail for a while; the toy doesn't wait for that. */
function stopWhenUnrenewed(engine: Engine, entry: LiveSession): void {
  const at = performance.now()
  if (!entry.isRunning || mayRunHere(entry, at) || !isLeasedHere(entry, at)) return
  engine.platform.log.warn({ sessionId: entry.current.session.id }, 'toy stopped: its lease was not renewed')
  stopSessionToy(engine, entry)
}

async function refreshByClock(engine: Engine, entry: LiveSession): Promise<void> {
  try {
    if (entry.isRunning) await transitionBatched(engine, entry.current, advanceToNow(engine))
    else await refresh(engine, entry.current.session.id, false)
  } catch (error) {
    engine.platform.log.error({ err: error }, 'a session could not be refreshed')
    // Without the database, this node would not see a stop by someone else.
    if (entry.isRunning && isLeasedHere(entry, performance.now())) stopSessionToy(engine, entry)
    else if (entry.isRunning) releaseSessionToy(engine, entry)
    entry.retryAt = performance.now() + RETRY_MS
  }
}

/** A node that died leaves sessions that no node advances, and so does a start that was interrupted here. */
async function discoverSessions(engine: Engine): Promise<void> {
  const { db, log } = engine.platform
  try {
    const known = [...engine.live.values()].map(({ current }) => current.session.id)
    for (const id of await findUnknownSessionIds(db, known)) await refresh(engine, id, false)
  } catch (error) {
    log.error({ err: error }, 'live sessions could not be looked for')
  }
}
