import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import type { GiftCardLimiter } from '../credit/codeLimiter.service.ts'
import type { PaymentGateways } from '../payments/service.ts'
import {
  changeMinutePackages,
  listMinuteDebts,
  listMinutePackages,
  listMinutePurchases,
  purchaseMinutes,
  readMinutePackages,
  readMinutePurchase,
  refundMinutes,
  settleMinuteDebt,
} from './contract.ts'
import { findMinuteDebts, recordDebtSettlement } from './debt.service.ts'
import { findMinutePackages, saveMinutePackages } from './packages.service.ts'
import { findMinutePurchases } from './service.ts'
import {
  beginMinutesPurchase,
  type BuyerSessions,
  findOwnMinutePurchase,
  issueMinutesRefund,
  listPackagesForUser,
} from './purchase.service.ts'

export function minuteRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateways: PaymentGateways,
  sessions: BuyerSessions,
  cardLimiter: GiftCardLimiter,
): void {
  const { db } = platform
  serve(app, listMinutePackages, ({ vatNumber }, { userId }) =>
    listPackagesForUser(platform, sessions.hasLiveSession, userId, vatNumber),
  )
  serve(app, readMinutePackages, () => findMinutePackages(db))
  serve(app, changeMinutePackages, (input, { userId }) => saveMinutePackages(db, userId, input))
  serve(app, purchaseMinutes, (input, { userId }, { request, idempotencyKey }) => {
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
  serve(app, listMinutePurchases, ({ userId }) => findMinutePurchases(db, userId))
  serve(app, listMinuteDebts, ({ userId }) => findMinuteDebts(db, userId))
  serve(app, settleMinuteDebt, (input, { userId }) => recordDebtSettlement(platform, userId, input))
  serve(app, refundMinutes, (input, { userId }, { idempotencyKey }) => {
    const key = { userId, key: idempotencyKey, operation: 'refund minutes', input }
    return issueMinutesRefund(platform, sessions.hasLiveSession, input, key)
  })
}
