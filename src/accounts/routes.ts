import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { createLimit } from '../platform/limit.ts'
import { serve, type Visit } from '../platform/serve.ts'
import { clearSessionCookie, readToken, setSessionCookie } from '../platform/session.ts'
import { login, logout, readUser, register } from './contract.ts'
import { registerCustomer } from './email.service.ts'
import { checkCredentials, closeSession, openSession, readUserRow, type UserRow } from './service.ts'

const QUARTER = 15 * 60_000
const HOUR = 60 * 60_000

export function accountRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, now, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  const limit = (max: number, windowMs: number) =>
    createLimit(Math.ceil(max * config.rateLimitFactor), windowMs, now)
  const wrongPerAccount = limit(10, QUARTER)
  const wrongPerAddress = limit(50, QUARTER)
  const registrations = limit(20, HOUR)

  /** A session's id changes at every sign-in, so that a planted one is worth nothing. */
  const signIn = async (user: UserRow, { request, reply }: Visit): Promise<UserRow> => {
    const planted = readToken(request)
    if (planted) await closeSession(db, planted)
    setSessionCookie(reply, await openSession(db, user.id, now(), user.password), isSecure())
    return user
  }

  serve(app, readUser, (_, { userId }) => readUserRow(db, userId))
  serve(app, login, async ({ email, password }, _, visit) => {
    // Counted before the password is looked at, so that parallel guesses count too; a right one is taken back.
    wrongPerAddress.take(visit.request.ip)
    wrongPerAccount.take(email)
    const user = await checkCredentials(db, email, password)
    wrongPerAddress.giveBack(visit.request.ip)
    wrongPerAccount.giveBack(email)
    return signIn(user, visit)
  })
  serve(app, register, async (registration, _, visit) => {
    registrations.take(visit.request.ip)
    return signIn(await registerCustomer(platform, registration), visit)
  })
  serve(app, logout, async (_, __, { request, reply }) => {
    const token = readToken(request)
    if (token) await closeSession(db, token)
    clearSessionCookie(reply, isSecure())
    return null
  })
}
