import type { FastifyInstance } from 'fastify'
import type { GiftCardLimiter } from '../../money/credit/giftCards/codeLimiter.service.ts'
import type { PaymentProviders } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serveWithContext } from '../../platform/http/serve.ts'
import type { AutomaticPromotions } from '../promotions/automatic.service.ts'
import { createCodeLimiter } from '../promotions/codeLimiter.service.ts'
import { Problem } from '../../wire/problem.ts'
import { checkout, quoteCart } from './contract.ts'
import { createGuestOrderLimiter, requireGuestDetails } from './guest.service.ts'
import { quoteBasket } from './quote.service.ts'
import { submitCheckout } from './service.ts'

export function checkoutRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateways: PaymentProviders,
  automatic: AutomaticPromotions,
  cardLimiter: GiftCardLimiter,
): void {
  const limiter = createCodeLimiter(platform)
  serveWithContext(app, quoteCart, (input, { userId }, { request }) =>
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
  const guestLimiter = createGuestOrderLimiter(platform)
  serveWithContext(
    app,
    checkout,
    async (input, { userId, role, isNew }, { request, reply, idempotencyKey: key }) => {
      // A browser that lost its cookie has no cart either.
      if (isNew) throw new Problem('INVALID_INPUT', { message: 'Je winkelwagen is leeg.' })
      const guest = role === 'GUEST' ? requireGuestDetails(input.guest) : undefined
      if (guest) await guestLimiter.count(request, guest.email)
      const { buyerId, ...placed } = await cardLimiter.count(
        { request, userId, codes: input.giftCards },
        () =>
          limiter.count(
            { request, userId, codes: input.codes ?? [] },
            () =>
              submitCheckout(
                platform,
                gateways,
                { ...input, guest },
                { userId, key, operation: 'checkout', input },
                automatic,
              ),
            () => [],
          ),
        () => [],
      )
      if (guest) app.guests.keep(request, reply, buyerId ?? userId)
      return placed
    },
  )
}
