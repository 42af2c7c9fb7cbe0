import type { FastifyInstance } from 'fastify'
import { expectPassword } from '../accounts/reset.service.ts'
import type { Stage } from '../live/stage.service.ts'
import { createLimit } from '../platform/limit.ts'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { clearSessionCookie } from '../platform/session.ts'
import { deleteAccount } from './contract.ts'
import { closeAccount } from './service.ts'

const QUARTER = 15 * 60_000

export function privacyRoutes(app: FastifyInstance, platform: Platform, stage: Stage): void {
  const { config, db, now, origin } = platform
  const wrong = createLimit(Math.ceil(10 * config.rateLimitFactor), QUARTER, now)
  serve(app, deleteAccount, async ({ password }, { userId }, { reply }) => {
    wrong.take(userId)
    await expectPassword(db, userId, password)
    const deleteAfter = await closeAccount(platform, stage, userId)
    clearSessionCookie(reply, origin().startsWith('https:'))
    return { deleteAfter }
  })
}
