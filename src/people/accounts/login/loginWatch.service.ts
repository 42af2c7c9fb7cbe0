import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { precompileStatement } from '../../../platform/db/preparedStatements.ts'
import { hideFromPlanner, queryRows, toPgArray } from '../../../platform/db/sql.ts'
import type { LoginWatch } from '../../../platform/http/session.ts'
import { openWithoutExtension } from './sessionLifetime.rules.ts'
import type { createSessionLookup } from './sessionLookup.service.ts'
import { loginSessions, users } from '../table.ts'

/** Watches the session of a token, or the session that has replaced it; holds on to no request. */
export function createLoginWatch(
  findSession: ReturnType<typeof createSessionLookup>,
  tokenHash: string | undefined,
  userAgent: string | undefined,
): LoginWatch {
  const watch = {
    tokenHash,
    async readUser() {
      if (watch.tokenHash === undefined) return null
      const found = await findSession(watch.tokenHash, { userAgent, mayBeCached: false })
      // The token may have been replaced since.
      if (found) watch.tokenHash = found.tokenHash
      return found?.user ?? null
    },
  }
  return watch
}

const { placeholder } = sql

/** The subquery hides the array from the planner, which would plan at every call. */
const findStatement = precompileStatement<'tokenHashes' | 'createdAfter' | 'expiresAfter'>(sql`
  select asked.token_hash as "tokenHash" from unnest(${hideFromPlanner(placeholder('tokenHashes'), 'text[]')}) as asked(token_hash)
  where not exists (
    select from ${loginSessions} as session join ${users} as owner on owner.id = session.user_id
    where session.token_hash = asked.token_hash and owner.role <> 'ADMIN'
      and session.created_at > ${placeholder('createdAfter')}::timestamptz
      and session.expires_at > ${placeholder('expiresAfter')}::timestamptz
  )`)

/**
 * Of a thousand open sockets hardly one has lost its login since the last check: one statement answers which have to be read, and of the
 * others no row is sent.
 * @returns those whose session ended, got another token, or is to be extended; and all admins, whose limits are shorter
 */
export async function findLoginsToRead(
  db: Db,
  logins: readonly LoginWatch[],
  now: Date,
): Promise<LoginWatch[]> {
  const tokenHashes = toPgArray(logins.flatMap(({ tokenHash }) => tokenHash ?? []))
  const { createdAfter, expiresAfter } = openWithoutExtension(now)
  const rows = await queryRows<{ tokenHash: string }>(
    db,
    findStatement({
      tokenHashes,
      createdAfter: createdAfter.toISOString(),
      expiresAfter: expiresAfter.toISOString(),
    }),
  )
  const toRead = new Set(rows.map(({ tokenHash }) => tokenHash))
  return logins.filter(({ tokenHash }) => tokenHash === undefined || toRead.has(tokenHash))
}
