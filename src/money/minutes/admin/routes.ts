import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { findMinutePackages } from '../packages.service.ts'
import type { BuyerSessions } from '../purchase.service.ts'
import {
  changeMinutePackages,
  listMinuteDebts,
  listMinutePurchases,
  readMinutePackages,
  refundMinutes,
  settleMinuteDebt,
} from './contract.ts'
import { findMinuteDebts, recordDebtSettlement } from './debt.service.ts'
import { saveMinutePackages } from './packages.service.ts'
import { findMinutePurchases } from './service.ts'
import { issueMinutesRefund } from './refund.service.ts'

export function minuteAdminRoutes(app: FastifyInstance, platform: Platform, sessions: BuyerSessions): void {
  const { db } = platform
  serve(app, readMinutePackages, () => findMinutePackages(db))
  serve(app, changeMinutePackages, (input, { userId }) => saveMinutePackages(db, userId, input))
  serve(app, listMinutePurchases, ({ userId }) => findMinutePurchases(db, userId))
  serve(app, listMinuteDebts, ({ userId }) => findMinuteDebts(db, userId))
  serve(app, settleMinuteDebt, (input, { userId }) => recordDebtSettlement(platform, userId, input))
  serveWithContext(app, refundMinutes, (input, { userId }, { idempotencyKey }) => {
    const key = { userId, key: idempotencyKey, operation: 'refund minutes', input }
    return issueMinutesRefund(platform, sessions.hasLiveSession, input, key)
  })
}
