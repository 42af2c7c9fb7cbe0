import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import type { GiftCardLimiter } from './giftCards/codeLimiter.service.ts'
import { checkGiftCard, readStoreCredit, sendGiftCard } from './contract.ts'
import { createGiftCardSender } from './giftCards/send.service.ts'
import { checkCode, findStoreCredit } from './service.ts'

export function creditRoutes(app: FastifyInstance, platform: Platform, limiter: GiftCardLimiter): void {
  const { db } = platform
  const sender = createGiftCardSender(platform)
  serveWithContext(app, checkGiftCard, async ({ code }, _, { request }) => {
    const who = await app.identify(request)
    return checkCode(db, limiter, { request, userId: who?.userId ?? null, code })
  })
  serve(app, readStoreCredit, ({ page }, { userId }) => findStoreCredit(db, userId, page))
  serve(app, sendGiftCard, (input, { userId }) => sender.sendOwn(userId, input))
}
