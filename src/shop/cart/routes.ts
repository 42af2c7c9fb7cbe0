import type { FastifyInstance } from 'fastify'
import { retryWithoutExpiredHolds } from '../products/stock/expiredHolds.service.ts'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { createCartReader } from './service.ts'
import { CartWriter } from './writer.service.ts'

/** How many guests an address makes in an hour. */
const NEW_GUESTS_AN_HOUR = 30

export function cartRoutes(app: FastifyInstance, platform: Platform): void {
  const { now, config } = platform
  const newGuests = createSharedRateLimit(
    platform,
    'new-guests',
    Math.ceil(NEW_GUESTS_AN_HOUR * config.rateLimitFactor),
    3_600_000,
  )
  const readLines = createCartReader(platform)
  const carts = new CartWriter(platform)
  serve(app, readCart, (_, { userId, isNew }) => (isNew ? Promise.resolve([]) : readLines(userId)))
  serveWithContext(
    app,
    addToCart,
    async ({ productId, quantity }, { userId, role, isNew }, { request, reply }) => {
      const isGuest = role === 'GUEST'
      if (isNew) await newGuests.consume(ipRateLimitKey(request.ip))
      const line = await retryWithoutExpiredHolds(platform.db, now(), () =>
        carts.addLine(userId, productId, quantity, isGuest ? now() : undefined),
      )
      if (isNew) app.guests.keep(request, reply, userId)
      return line
    },
  )
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(platform.db, now(), () => carts.setQuantity(userId, itemId, quantity)),
  )
  serve(app, removeCartLine, ({ itemId }, { userId }) => carts.removeLine(userId, itemId))
}
