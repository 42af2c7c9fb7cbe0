import type { FastifyInstance } from 'fastify'
import { findPendingLoginUser, type LoginFlow } from '../accounts/loginFlow.service.ts'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { countAttempt, createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeyLogin,
  listPasskeys,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './passkey.contract.ts'
import {
  createPasskeyLoginOptions,
  verifyPasskeyLogin,
  createPasskeyRegistrationOptions,
  registerPasskey,
  deletePasskey,
  findPasskeys,
  setPasskeyName,
} from './passkey.service.ts'

const QUARTER = 15 * 60_000

export function passkeyRoutes(app: FastifyInstance, platform: Platform, loginFlow: LoginFlow): void {
  const { config, db, now } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), QUARTER)
  const challenges = limit('passkey-challenge', 120)
  const logins = limit('passkey-login', 60)
  const passwords = limit('passkey-password', 10)
  const countPassword = <T>(userId: string, password: string | undefined, check: () => Promise<T>) =>
    password === undefined ? check() : countAttempt(passwords, userId, check)

  serve(app, listPasskeys, (_, { userId }) => findPasskeys(db, userId))
  serve(app, beginPasskeyRegistration, async ({ password }, user) => ({
    ...(await countPassword(user.userId, password, () =>
      createPasskeyRegistrationOptions(platform, user, password),
    )),
  }))
  serve(app, addPasskey, ({ name, credential }, user) => registerPasskey(platform, user, name, credential))
  serve(app, renamePasskey, ({ passkeyId, name }, { userId }) => setPasskeyName(db, userId, passkeyId, name))
  serve(app, removePasskey, ({ passkeyId, password }, user) =>
    countPassword(user.userId, password, () => deletePasskey(platform, user, passkeyId, password)),
  )
  serve(app, beginPasskeyLogin, async (_, __, context) => {
    await challenges.consume(ipRateLimitKey(context.request.ip))
    const pendingUserId = await findPendingLoginUser(db, loginFlow.readPendingLoginToken(context), now())
    return { ...(await createPasskeyLoginOptions(platform, pendingUserId)) }
  })
  serve(app, loginWithPasskey, async ({ credential }, _, context) => {
    await logins.consume(ipRateLimitKey(context.request.ip))
    const { user, token } = await verifyPasskeyLogin(platform, loginFlow, credential, context)
    await loginFlow.completeLogin(user, token, context)
    return user
  })
}
