import type { FastifyInstance } from 'fastify'
import type { GiftCardLimiter } from '../../money/credit/codeLimiter.service.ts'
import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import type { AutomaticPromotions } from '../promotions/automatic.service.ts'
import { createCodeLimiter } from '../promotions/codeLimiter.service.ts'
import { checkout, quoteCart } from './contract.ts'
import { quoteBasket } from './quote.service.ts'
import { submitCheckout } from './service.ts'

export function checkoutRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateways: PaymentGateways,
  automatic: AutomaticPromotions,
  cardLimiter: GiftCardLimiter,
): void {
  const limiter = createCodeLimiter(platform)
  serve(app, quoteCart, (input, { userId }, { request }) =>
    cardLimiter.count(
      { request, userId, codes: input.giftCards },
      () =>
        limiter.count(
          { request, userId, codes: input.codes },
          () => quoteBasket(platform, automatic, userId, input),
          ({ refused }) => refused,
        ),
      ({ refusedCards }) => refusedCards,
    ),
  )
  serve(app, checkout, (input, { userId }, { request, idempotencyKey: key }) =>
    cardLimiter.count(
      { request, userId, codes: input.giftCards },
      () =>
        limiter.count(
          { request, userId, codes: input.codes ?? [] },
          () =>
            submitCheckout(
              platform,
              gateways,
              input,
              { userId, key, operation: 'checkout', input },
              automatic,
            ),
          () => [],
        ),
      () => [],
    ),
  )
}
