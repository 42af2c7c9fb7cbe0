import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import type { GiftCardLimiter } from '../credit/giftCards/codeLimiter.service.ts'
import type { PaymentProviders } from '../payments/service.ts'
import { listMinutePackages, purchaseMinutes, readMinutePurchase } from './contract.ts'
import {
  beginMinutesPurchase,
  type BuyerSessions,
  findOwnMinutePurchase,
  listPackagesForUser,
} from './purchase.service.ts'

export function minuteRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateways: PaymentProviders,
  sessions: BuyerSessions,
  cardLimiter: GiftCardLimiter,
): void {
  const { db } = platform
  serve(app, listMinutePackages, ({ vatNumber }, { userId }) =>
    listPackagesForUser(platform, sessions.hasLiveSession, userId, vatNumber),
  )
  serveWithContext(app, purchaseMinutes, (input, { userId }, { request, idempotencyKey }) => {
    const key = { userId, key: idempotencyKey, operation: 'minutes', input }
    return cardLimiter.count(
      { request, userId, codes: input.giftCards },
      () => beginMinutesPurchase(platform, gateways, sessions, input, key),
      () => [],
    )
  })
  serve(app, readMinutePurchase, ({ purchaseId }, { userId }) =>
    findOwnMinutePurchase(db, userId, purchaseId),
  )
}
