import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { type AuthenticatedUser, hashToken, readSessionToken } from '../../platform/http/session.ts'
import { qualified } from '../../platform/db/sql.ts'
import type { EndpointConfirmation } from '../../wire/endpoint.ts'
import { Problem } from '../../wire/problem.ts'
import { loginSessions, users } from '../accounts/table.ts'
import { confirmationMethods, isConfirmed } from './confirmation.rules.ts'
import { passkeys } from './table.ts'

/** Decides for every endpoint that asks for a confirmed login (`platform/http/serve.ts`). */
export function createConfirmationCheck({ db, now, origin }: Platform) {
  /**
   * @throws Problem CONFIRMATION_NEEDED with the `methods` of the account, the strongest first; NO_SESSION when it ended just now, or
   * its token was replaced
   */
  return async (
    request: FastifyRequest,
    { sessionId }: AuthenticatedUser,
    asked: EndpointConfirmation,
  ): Promise<void> => {
    const [login] = await db
      .select({
        tokenHash: loginSessions.tokenHash,
        confirmedAt: loginSessions.confirmedAt,
        confirmedBy: loginSessions.confirmedBy,
        role: users.role,
        hasCodes: sql<boolean>`${users.twoFactorAt} is not null`,
        hasPasskeys: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${qualified(users.id)})`,
      })
      .from(loginSessions)
      .innerJoin(users, eq(users.id, loginSessions.userId))
      .where(eq(loginSessions.id, sessionId))
    if (!login) throw new Problem('NO_SESSION')
    const methods = confirmationMethods(login.role, login)
    const token = readSessionToken(request, origin().startsWith('https:')) ?? ''
    // A replaced token is not confirmed: it may be stolen.
    const isPresent = login.tokenHash === hashToken(token)
    const confirmation = isPresent ? login : { confirmedAt: null, confirmedBy: null }
    if (!isConfirmed(confirmation, methods, asked, now()))
      throw new Problem('CONFIRMATION_NEEDED', { methods })
  }
}
