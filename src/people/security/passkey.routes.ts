import type { FastifyInstance } from 'fastify'
import { findPendingLoginUser } from '../accounts/pendingLogin.service.ts'
import type { LoginFlow } from '../accounts/loginFlow.service.ts'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
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
import { createPasskeyLoginOptions, verifyPasskeyLogin } from './passkeyLogin.service.ts'
import {
  createPasskeyRegistrationOptions,
  registerPasskey,
  deletePasskey,
  setPasskeyName,
} from './passkey.service.ts'
import { findPasskeys } from './webauthn.service.ts'

const QUARTER = 15 * 60_000

export function passkeyRoutes(app: FastifyInstance, platform: Platform, signIn: LoginFlow): void {
  const { config, db, now } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), QUARTER)
  const challenges = limit('passkey-challenge', 120)
  const entering = limit('passkey-login', 60)
  const passwords = limit('passkey-password', 10)
  /** Counts a password that is given, before it is looked at; a right one is taken back. */
  const counted = async <T>(userId: string, password: string | undefined, work: () => Promise<T>) => {
    if (password !== undefined) await passwords.consume(userId)
    const done = await work()
    if (password !== undefined) await passwords.restore(userId)
    return done
  }

  serve(app, listPasskeys, (_, { userId }) => findPasskeys(db, userId))
  serve(app, beginPasskeyRegistration, async ({ password }, who) => ({
    ...(await counted(who.userId, password, () => createPasskeyRegistrationOptions(platform, who, password))),
  }))
  serve(app, addPasskey, ({ name, credential }, who) => registerPasskey(platform, who, name, credential))
  serve(app, renamePasskey, ({ passkeyId, name }, { userId }) => setPasskeyName(db, userId, passkeyId, name))
  serve(app, removePasskey, async ({ passkeyId, password }, who) => {
    await counted(who.userId, password, () => deletePasskey(platform, who, passkeyId, password))
    return null
  })
  serve(app, beginPasskeyLogin, async (_, __, visit) => {
    await challenges.consume(ipRateLimitKey(visit.request.ip))
    const waiting = await findPendingLoginUser(db, signIn.readPendingLoginToken(visit), now())
    return { ...(await createPasskeyLoginOptions(platform, waiting)) }
  })
  serve(app, loginWithPasskey, async ({ credential }, _, visit) => {
    await entering.consume(ipRateLimitKey(visit.request.ip))
    const { user, token } = await verifyPasskeyLogin(platform, signIn, credential, visit)
    await signIn.completeLogin(user, token, visit)
    return user
  })
}
