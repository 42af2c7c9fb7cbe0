import type { FastifyInstance } from 'fastify'
import { refundGiving } from '../../live/gifts/admin.contract.ts'
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
import { payOnceMore } from './again.service.ts'
import { checkout, mollieWebhook, paymentReturn } from './contract.ts'
import { giveGift, giveGiftBack } from './gift.service.ts'
import { buyMinutes, minutePackagesFor } from './minutes.service.ts'
import { listRefunds, mendOne } from './openRefunds.service.ts'
import { giveBack } from './refund.service.ts'
import { returnPath } from './return.service.ts'
import { checkOut } from './service.ts'
import { settleByProviderId } from './settle.service.ts'
import { giveMinutesBack } from './unused.service.ts'

export function checkoutRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentGateways): void {
  serve(app, checkout, (basket, { userId }, { idempotencyKey }) =>
    checkOut(platform, gateways, basket, { userId, key: idempotencyKey, call: 'checkout', input: basket }),
  )
  serve(app, payAgain, ({ orderId }, { userId }) => payOnceMore(platform, gateways, userId, orderId))
  serve(app, refundOrder, (wanted, { userId }, { idempotencyKey }) =>
    giveBack(platform, wanted, { userId, key: idempotencyKey, call: 'refund', input: wanted }),
  )
  serve(app, listMinutePackages, (_, { userId }) => minutePackagesFor(platform.db, userId))
  serve(app, purchaseMinutes, (choice, { userId }, { idempotencyKey }) =>
    buyMinutes(platform, gateways, choice, { userId, key: idempotencyKey, call: 'minutes', input: choice }),
  )
  serve(app, listMinutePurchases, ({ userId }) => findMinutePurchases(platform.db, userId))
  serve(app, refundMinutes, (wanted, { userId }, { idempotencyKey }) =>
    giveMinutesBack(platform, wanted, {
      userId,
      key: idempotencyKey,
      call: 'refund minutes',
      input: wanted,
    }),
  )
  serve(app, listOpenRefunds, () => listRefunds(platform.db))
  serve(app, resolveRefund, ({ refundId, how }, { userId }) => mendOne(platform, refundId, how, userId))
  serve(app, purchaseGift, (choice, { userId }, { idempotencyKey }) =>
    giveGift(platform, gateways, choice, { userId, key: idempotencyKey, call: 'gift', input: choice }),
  )
  serve(app, refundGiving, (wanted, { userId }, { idempotencyKey }) =>
    giveGiftBack(platform, wanted, { userId, key: idempotencyKey, call: 'refund gift', input: wanted }),
  )
  serve(app, mollieWebhook, async body => {
    const providerId = gateways.byName(MOLLIE).readWebhook(body)
    if (providerId === null) throw new Problem('INVALID_INPUT')
    // A provider that is away is no reason to be told again: what can't be settled now, the reconciler settles.
    await settleByProviderId(platform, gateways, MOLLIE, providerId).catch(unlessAway)
    return null
  })
  serve(app, paymentReturn, async ({ payment }, _, { request, reply }) => {
    const who = await app.identify(request)
    await reply.redirect(await returnPath(platform, gateways, payment, who), 302)
    return null
  })
}

function unlessAway(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
}
