import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import {
  changeStoreCredit,
  giveGiftCard,
  setGiftCardBlocked,
  findGiftCardDetail,
  findGiftCards,
  findUserCredit,
} from './service.ts'
import { createGiftCardSender } from '../giftCards/send.service.ts'
import {
  blockGiftCard,
  changeUserCredit,
  createGiftCard,
  listGiftCards,
  readGiftCard,
  readUserCredit,
  resendGiftCard,
  unblockGiftCard,
} from './contract.ts'

export function creditAdminRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, now } = platform
  const sender = createGiftCardSender(platform)
  serve(app, listGiftCards, query => findGiftCards(db, query, now()))
  serve(app, readGiftCard, ({ cardId }) => findGiftCardDetail(platform, cardId))
  serveWithContext(app, createGiftCard, (input, { userId }, { idempotencyKey: key }) =>
    giveGiftCard(platform, input, { userId, key, operation: 'gift card', input }),
  )
  serve(app, blockGiftCard, (input, { userId }) => setGiftCardBlocked(platform, userId, input, true))
  serve(app, unblockGiftCard, (input, { userId }) => setGiftCardBlocked(platform, userId, input, false))
  serve(app, resendGiftCard, ({ cardId }, { userId }) => sender.sendAsAdmin(userId, cardId))
  serve(app, readUserCredit, ({ userId }) => findUserCredit(db, userId))
  serveWithContext(app, changeUserCredit, (input, { userId }, { idempotencyKey: key }) =>
    changeStoreCredit(platform, input, { userId, key, operation: 'store credit', input }),
  )
}
