import type { FastifyInstance } from 'fastify'
import type { PaymentProviders } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { listGifts, listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'
import { beginGiftPurchase, listPricedGifts } from './giftPurchase.service.ts'
import { findOwnGiftPurchase, findReceivedGifts } from './service.ts'

export function giftRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentProviders): void {
  const { db } = platform
  serve(app, listGifts, ({ vatNumber }, { userId }) => listPricedGifts(platform, userId, vatNumber))
  serve(app, readGiftPurchase, ({ purchaseId }, { userId }) => findOwnGiftPurchase(db, userId, purchaseId))
  serve(app, listReceivedGifts, (_, { userId }) => findReceivedGifts(db, userId))
  serveWithContext(app, purchaseGift, (input, { userId }, { idempotencyKey }) =>
    beginGiftPurchase(platform, gateways, input, { userId, key: idempotencyKey, operation: 'gift', input }),
  )
}
