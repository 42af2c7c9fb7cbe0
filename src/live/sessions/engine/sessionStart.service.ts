import { runOnce, type IdempotencyKey } from '../../../platform/idempotency.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { openControlSession, findConflictingSessions } from '../service.ts'

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
export async function openSessionOnce(
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
