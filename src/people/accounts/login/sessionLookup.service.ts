import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { createBatchLoader, READS_AT_ONCE } from '../../../platform/db/batchLoader.ts'
import type { Db } from '../../../platform/db/db.ts'
import { memoizeQuery } from '../../../platform/db/preparedStatements.ts'
import { isAnyOf, toPgArray } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser } from '../../../platform/http/session.ts'
import { createSessionCache, type SessionWithUser } from './sessionCache.service.ts'
import { expiryFrom, isExtensionDue, isSessionOpen, openWithoutExtension } from './sessionLifetime.rules.ts'
import { loginSessions, replacedTokens, users } from '../table.ts'
import { isSameBrowser } from './userAgent.rules.ts'

const sessionsByTokenHash = memoizeQuery(db =>
  db
    .select({
      tokenHash: loginSessions.tokenHash,
      sessionId: loginSessions.id,
      userId: users.id,
      role: users.role,
      hasTwoFactor: sql<boolean>`${users.twoFactorAt} is not null`,
      browser: loginSessions.browser,
      createdAt: loginSessions.createdAt,
      expiresAt: loginSessions.expiresAt,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(isAnyOf(loginSessions.tokenHash, sql.placeholder('tokenHashes')))
    .prepare('sessions'),
)

/** The present token of the session whose token was replaced just now. */
async function findNewerToken(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const [session] = await db
    .select({ tokenHash: loginSessions.tokenHash })
    .from(replacedTokens)
    .innerJoin(loginSessions, eq(loginSessions.id, replacedTokens.sessionId))
    .where(and(eq(replacedTokens.tokenHash, tokenHash), gt(replacedTokens.expiresAt, now)))
  return session?.tokenHash
}

interface FoundSession {
  user: AuthenticatedUser
  /** Of the session's present token: another than was asked for when that was replaced just now. */
  tokenHash: string
}

/** Called with a session that another browser used than the one that it was made in. */
type OnOtherBrowser = (session: SessionWithUser) => Promise<void>

type LookupDependencies = Pick<Platform, 'db' | 'pipelinedReads' | 'bus' | 'now' | 'config'>

/**
 * Finds the user of a session token, in a cache of a second or in the database; lookups of simultaneous requests share one statement.
 * Extends a session that is in use.
 * @returns a function of the token's hash, the browser that sent it, and whether the cache may answer
 */
export function createSessionLookup(
  { db, pipelinedReads, bus, now, config }: LookupDependencies,
  onOtherBrowser: OnOtherBrowser,
): (
  tokenHash: string,
  sent: { userAgent: string | undefined; mayBeCached: boolean },
) => Promise<FoundSession | null> {
  const cache = createSessionCache(bus, now)
  const findSession = createBatchLoader(
    async (tokenHashes: string[]): Promise<Map<string, SessionWithUser>> => {
      const rows = await sessionsByTokenHash(pipelinedReads).execute({
        tokenHashes: toPgArray(tokenHashes),
      })
      return new Map(rows.map(session => [session.tokenHash, session]))
    },
    { maxRunning: READS_AT_ONCE },
  )
  const findReplaced = async (tokenHash: string): Promise<SessionWithUser | undefined> => {
    const newer = await findNewerToken(db, tokenHash, now())
    return newer === undefined ? undefined : findSession(newer)
  }
  const readSession = async (tokenHash: string): Promise<SessionWithUser | undefined> => {
    const session = (await findSession(tokenHash)) ?? (await findReplaced(tokenHash))
    if (!session || !isSessionOpen(session.role, session, now())) return undefined
    return isExtensionDue(session, now()) ? extendSession(db, session, now()) : session
  }
  return async (asked, { userAgent, mayBeCached }) => {
    const askedAt = now()
    const cached = mayBeCached ? cache.get(asked, askedAt) : undefined
    const session = cached ?? (await readSession(asked))
    if (!session || !isSessionOpen(session.role, session, now())) return null
    if (!cached) cache.set(asked, session, askedAt)
    if (!isSameBrowser(session.browser, userAgent)) {
      await onOtherBrowser(session)
      return null
    }
    const { userId, role, sessionId, tokenHash } = session
    const owesTwoFactor = config.requireAdminTotp && role === 'ADMIN' && !session.hasTwoFactor
    const user = owesTwoFactor
      ? { userId, role: 'USER' as const, sessionId, owesTwoFactor }
      : { userId, role, sessionId }
    return { user, tokenHash }
  }
}

/** Of simultaneous requests, only the first updates the row. */
async function extendSession(db: Db, session: SessionWithUser, now: Date): Promise<SessionWithUser> {
  const expiresAt = expiryFrom(now)
  const { expiresAfter } = openWithoutExtension(now)
  await db
    .update(loginSessions)
    .set({ expiresAt })
    .where(and(eq(loginSessions.tokenHash, session.tokenHash), lte(loginSessions.expiresAt, expiresAfter)))
  return { ...session, expiresAt }
}
