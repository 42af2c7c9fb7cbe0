import type { FastifyInstance } from 'fastify'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { sendVerification, verifyEmail } from './email.contract.ts'
import { confirmEmail, mailVerification } from './email.service.ts'

const HOUR = 3_600_000
/** How often a customer may ask for the link in an hour. */
const MAILS_AN_HOUR = 5

export function emailRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, now } = platform
  const mailed = createLimit(Math.ceil(MAILS_AN_HOUR * config.rateLimitFactor), HOUR, now)
  serve(app, verifyEmail, async ({ token }) => {
    await confirmEmail(db, token, now())
    return null
  })
  serve(app, sendVerification, async (_, { userId }) => {
    mailed.take(userId)
    await mailVerification(platform, userId)
    return null
  })
}
