import type { FastifyInstance } from 'fastify'
import type { Guard } from '../accounts/guard.service.ts'
import { spendTry } from '../accounts/pending.service.ts'
import { readUserRow } from '../accounts/service.ts'
import type { SignIn } from '../accounts/signin.service.ts'
import { createSharedLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  beginTotp,
  confirmTotp,
  endTotp,
  loginWithCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'
import { stepIn } from './login.service.ts'
import { begin, confirm, end, renewCodes, twoFactorOf } from './totp.service.ts'
import { createVault } from './vault.service.ts'

const QUARTER = 15 * 60_000

export function totpRoutes(app: FastifyInstance, platform: Platform, guard: Guard, signIn: SignIn): void {
  const { config, db, now } = platform
  const vault = createVault(platform)
  const most = Math.ceil(10 * config.rateLimitFactor)
  const wrong = createSharedLimit(platform, 'security', most, QUARTER)
  /** Counts a try before its password or code is looked at; a right one is taken back. */
  const counted = async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    await wrong.take(userId)
    const done = await work()
    await wrong.giveBack(userId)
    return done
  }

  serve(app, readTwoFactor, (_, { userId }) => twoFactorOf(db, userId))
  serve(app, beginTotp, ({ password }, { userId }) =>
    counted(userId, () => begin(platform, vault, userId, password)),
  )
  serve(app, confirmTotp, async ({ code }, who) => {
    const recoveryCodes = await counted(who.userId, () => confirm(platform, vault, who, code))
    return { recoveryCodes }
  })
  serve(app, renewRecoveryCodes, async ({ password }, { userId }) => {
    const recoveryCodes = await counted(userId, () => renewCodes(db, vault, userId, password))
    return { recoveryCodes }
  })
  serve(app, endTotp, async ({ password }, { userId }) => {
    await counted(userId, () => end(platform, userId, password))
    return null
  })
  serve(app, loginWithCode, async ({ code }, _, visit) => {
    const pending = signIn.pendingToken(visit) ?? ''
    const userId = await spendTry(db, pending, now())
    const user = await readUserRow(db, userId)
    const giveBack = await guard.takeCode(visit.request, user.email)
    const token = await stepIn(platform, vault, signIn, { userId, pending, code, visit })
    await giveBack()
    await signIn.finish(user, token, visit)
    return user
  })
}
