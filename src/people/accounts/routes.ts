import type { FastifyInstance } from 'fastify'
import { countedAddress } from '../../platform/address.ts'
import { createSharedLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { clearSessionCookie, readToken } from '../../platform/session.ts'
import { login, logout, readUser, register } from './contract.ts'
import { registerCustomer } from './email.service.ts'
import type { Guard } from './guard.service.ts'
import { checkCredentials, readUserRow } from './service.ts'
import { closeSession } from './session.service.ts'
import type { SignIn } from './signin.service.ts'

const HOUR = 60 * 60_000

export function accountRoutes(app: FastifyInstance, platform: Platform, guard: Guard, signIn: SignIn): void {
  const { config, db, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  const most = Math.ceil(20 * config.rateLimitFactor)
  const registrations = createSharedLimit(platform, 'register', most, HOUR)

  serve(app, readUser, (_, { userId }) => readUserRow(db, userId))
  serve(app, login, async ({ email, password }, _, visit) => {
    const giveBack = await guard.takePassword(visit.request, email)
    const user = await checkCredentials(db, email, password)
    await giveBack()
    if (user.twoFactorAt) {
      await signIn.askSecondStep(user, visit)
      return { twoFactorRequired: true as const }
    }
    await signIn.finish(user, await signIn.open(db, user.id, visit, user.password), visit)
    return user
  })
  serve(app, register, async (registration, _, visit) => {
    await registrations.take(countedAddress(visit.request.ip))
    const user = await registerCustomer(platform, registration)
    await signIn.finish(user, await signIn.open(db, user.id, visit, user.password), visit)
    return user
  })
  serve(app, logout, async (_, __, { request, reply }) => {
    const token = readToken(request, isSecure())
    if (token) await closeSession(db, token)
    clearSessionCookie(reply, isSecure())
    return null
  })
}
