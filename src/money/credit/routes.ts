import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { changeStoreCredit, giveGiftCard, setGiftCardBlocked } from './admin.service.ts'
import type { GiftCardLimiter } from './codeLimiter.service.ts'
import {
  blockGiftCard,
  changeUserCredit,
  checkGiftCard,
  createGiftCard,
  listGiftCards,
  readGiftCard,
  readStoreCredit,
  readUserCredit,
  resendGiftCard,
  sendGiftCard,
  unblockGiftCard,
} from './contract.ts'
import { createGiftCardSender } from './send.service.ts'
import { checkCode, findGiftCardDetail, findGiftCards, findStoreCredit, findUserCredit } from './service.ts'

export function creditRoutes(app: FastifyInstance, platform: Platform, limiter: GiftCardLimiter): void {
  const { db, now } = platform
  const sender = createGiftCardSender(platform)
  serve(app, checkGiftCard, async ({ code }, _, { request }) => {
    const who = await app.identify(request)
    return checkCode(db, limiter, { request, userId: who?.userId ?? null, code })
  })
  serve(app, readStoreCredit, ({ page }, { userId }) => findStoreCredit(db, userId, page))
  serve(app, sendGiftCard, (input, { userId }) => sender.sendOwn(userId, input))
  serve(app, listGiftCards, query => findGiftCards(db, query, now()))
  serve(app, readGiftCard, ({ cardId }) => findGiftCardDetail(platform, cardId))
  serve(app, createGiftCard, (input, { userId }, { idempotencyKey: key }) =>
    giveGiftCard(platform, input, { userId, key, operation: 'gift card', input }),
  )
  serve(app, blockGiftCard, (input, { userId }) => setGiftCardBlocked(platform, userId, input, true))
  serve(app, unblockGiftCard, (input, { userId }) => setGiftCardBlocked(platform, userId, input, false))
  serve(app, resendGiftCard, ({ cardId }, { userId }) => sender.sendAsAdmin(userId, cardId))
  serve(app, readUserCredit, ({ userId }) => findUserCredit(db, userId))
  serve(app, changeUserCredit, (input, { userId }, { idempotencyKey: key }) =>
    changeStoreCredit(platform, input, { userId, key, operation: 'store credit', input }),
  )
}
