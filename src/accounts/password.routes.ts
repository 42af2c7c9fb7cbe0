import type { FastifyInstance } from 'fastify'
import { createLimit } from '../platform/limit.ts'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { readToken } from '../platform/session.ts'
import { changePassword, forgotPassword, resetPassword } from './password.contract.ts'
import { askReset, choosePassword, exchangePassword } from './reset.service.ts'

const QUARTER = 15 * 60_000
const HOUR = 3_600_000

export function passwordRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, now } = platform
  const limit = (max: number, windowMs: number) =>
    createLimit(Math.ceil(max * config.rateLimitFactor), windowMs, now)
  const asked = limit(50, QUARTER)
  const mailed = limit(5, HOUR)
  const wrong = limit(10, QUARTER)

  serve(app, forgotPassword, async ({ email }, _, { request }) => {
    asked.take(request.ip)
    await askReset(platform, email, mailed.mayTake(email))
    return null
  })
  serve(app, resetPassword, async ({ token, password }) => {
    await choosePassword(platform, token, password)
    return null
  })
  serve(app, changePassword, async (passwords, { userId }, { request }) => {
    wrong.take(userId)
    await exchangePassword(platform, userId, readToken(request) ?? '', passwords)
    wrong.giveBack(userId)
    return null
  })
}
