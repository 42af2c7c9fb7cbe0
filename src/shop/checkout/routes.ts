import type { FastifyInstance } from 'fastify'
import { refundGiftPurchase } from '../../live/gifts/admin.contract.ts'
import { purchaseGift } from '../../live/gifts/contract.ts'
import {
  listMinutePackages,
  listMinutePurchases,
  purchaseMinutes,
  refundMinutes,
} from '../../money/minutes/contract.ts'
import { findMinutePurchases } from '../../money/minutes/ledger.service.ts'
import { payAgain, refundOrder } from '../orders/contract.ts'
import { listOpenRefunds, resolveRefund, MOLLIE } from '../../money/payments/contract.ts'
import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { retryOrderPayment } from './again.service.ts'
import { checkout, mollieWebhook, paymentReturn } from './contract.ts'
import { beginGiftPurchase, issueGiftRefund } from './gift.service.ts'
import { beginMinutesPurchase, listPackagesForUser } from './minutes.service.ts'
import { listRefundsWithOrderNumbers, resolveRefundWithOrderNumber } from './openRefunds.service.ts'
import { issueOrderRefund } from './refund.service.ts'
import { resolveReturnPath } from './return.service.ts'
import { submitCheckout } from './service.ts'
import { settlePaymentByProviderId } from './settle.service.ts'
import { issueMinutesRefund } from './unused.service.ts'

export function checkoutRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentGateways): void {
  serve(app, checkout, (basket, { userId }, { idempotencyKey }) =>
    submitCheckout(platform, gateways, basket, {
      userId,
      key: idempotencyKey,
      operation: 'checkout',
      input: basket,
    }),
  )
  serve(app, payAgain, ({ orderId }, { userId }) => retryOrderPayment(platform, gateways, userId, orderId))
  serve(app, refundOrder, (wanted, { userId }, { idempotencyKey }) =>
    issueOrderRefund(platform, wanted, { userId, key: idempotencyKey, operation: 'refund', input: wanted }),
  )
  serve(app, listMinutePackages, (_, { userId }) => listPackagesForUser(platform.db, userId))
  serve(app, purchaseMinutes, (choice, { userId }, { idempotencyKey }) =>
    beginMinutesPurchase(platform, gateways, choice, {
      userId,
      key: idempotencyKey,
      operation: 'minutes',
      input: choice,
    }),
  )
  serve(app, listMinutePurchases, ({ userId }) => findMinutePurchases(platform.db, userId))
  serve(app, refundMinutes, (wanted, { userId }, { idempotencyKey }) =>
    issueMinutesRefund(platform, wanted, {
      userId,
      key: idempotencyKey,
      operation: 'refund minutes',
      input: wanted,
    }),
  )
  serve(app, listOpenRefunds, () => listRefundsWithOrderNumbers(platform.db))
  serve(app, resolveRefund, ({ refundId, how }, { userId }) =>
    resolveRefundWithOrderNumber(platform, refundId, how, userId),
  )
  serve(app, purchaseGift, (choice, { userId }, { idempotencyKey }) =>
    beginGiftPurchase(platform, gateways, choice, {
      userId,
      key: idempotencyKey,
      operation: 'gift',
      input: choice,
    }),
  )
  serve(app, refundGiftPurchase, (wanted, { userId }, { idempotencyKey }) =>
    issueGiftRefund(platform, wanted, {
      userId,
      key: idempotencyKey,
      operation: 'refund gift',
      input: wanted,
    }),
  )
  serve(app, mollieWebhook, async body => {
    const providerId = gateways.byName(MOLLIE).readWebhook(body)
    if (providerId === null) throw new Problem('INVALID_INPUT')
    // A provider that is away is no reason to be told again: what can't be settled now, the reconciler settles.
    await settlePaymentByProviderId(platform, gateways, MOLLIE, providerId).catch(ignoreProviderUnavailable)
    return null
  })
  serve(app, paymentReturn, async ({ payment }, _, { request, reply }) => {
    const who = await app.identify(request)
    await reply.redirect(await resolveReturnPath(platform, gateways, payment, who), 302)
    return null
  })
}

function ignoreProviderUnavailable(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
}
