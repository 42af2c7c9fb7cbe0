import type { FastifyInstance } from 'fastify'
import { createRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { sendVerificationMail, verifyEmail } from './emailVerification.contract.ts'
import { verifyEmailWithToken, queueVerificationMail } from './emailVerification.service.ts'

const HOUR = 3_600_000
/** How often a customer may ask for the link in an hour. */
const MAILS_AN_HOUR = 5

export function emailVerificationRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, now } = platform
  const mailed = createRateLimit(Math.ceil(MAILS_AN_HOUR * config.rateLimitFactor), HOUR, now)
  serve(app, verifyEmail, async ({ token }) => {
    await verifyEmailWithToken(db, token, now())
    return null
  })
  serve(app, sendVerificationMail, async (_, { userId }) => {
    mailed.consume(userId)
    await queueVerificationMail(platform, userId)
    return null
  })
}
