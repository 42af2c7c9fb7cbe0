import type { FastifyInstance } from 'fastify'
import { countedAddress } from '../../platform/address.ts'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { answerWithdrawal, decideLines, listWithdrawals, requestWithdrawal } from './contract.ts'
import { decide } from './lines.service.ts'
import { firstWithdrawals, withdrawalPage } from './list.service.ts'
import { giveAnswer, keepWithdrawal } from './service.ts'

/** Each one sends a mail to whatever address was typed: nobody may have us flood a stranger. */
const A_DAY = 24 * 3_600_000
const FROM_ONE_ADDRESS = 20
const TO_ONE_MAILBOX = 5

export function withdrawalRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, now } = platform
  const senders = createLimit(FROM_ONE_ADDRESS * config.rateLimitFactor, A_DAY, now)
  const mailboxes = createLimit(TO_ONE_MAILBOX * config.rateLimitFactor, A_DAY, now)
  serve(app, requestWithdrawal, async (said, _, { request }) => {
    senders.take(countedAddress(request.ip))
    mailboxes.take(said.email)
    return { receivedAt: await keepWithdrawal(platform, said) }
  })
  serve(app, listWithdrawals, async ({ page, ...looked }) =>
    page === undefined ? firstWithdrawals(platform.db, looked) : withdrawalPage(platform.db, page, looked),
  )
  serve(app, answerWithdrawal, (answer, { userId }) => giveAnswer(platform, userId, answer))
  serve(app, decideLines, ({ withdrawalId, lines }, { userId }) =>
    decide(platform, userId, withdrawalId, lines),
  )
}
