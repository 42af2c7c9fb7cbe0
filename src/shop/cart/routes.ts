import type { FastifyInstance } from 'fastify'
import { retryWithoutExpiredHolds } from '../catalog/expiredHolds.service.ts'
import { writePipelined } from '../../platform/db.ts'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from './contract.ts'
import { addLine, createCartReader, removeLine, setQuantity } from './service.ts'

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
  serve(app, readCart, (_, { userId, isNew }) => (isNew ? Promise.resolve([]) : readLines(userId)))
  serve(app, addToCart, async ({ productId, quantity }, { userId, role, isNew }, { request, reply }) => {
    const isGuest = role === 'GUEST'
    if (isNew) await newGuests.consume(ipRateLimitKey(request.ip))
    const line = await retryWithoutExpiredHolds(platform.db, now(), () =>
      writePipelined(platform, db => addLine(db, userId, productId, quantity, isGuest ? now() : undefined)),
    )
    if (isNew) app.guests.keep(request, reply, userId)
    return line
  })
  serve(app, setCartLine, ({ itemId, quantity }, { userId }) =>
    retryWithoutExpiredHolds(platform.db, now(), () =>
      writePipelined(platform, db => setQuantity(db, userId, itemId, quantity)),
    ),
  )
  serve(app, removeCartLine, ({ itemId }, { userId }) =>
    writePipelined(platform, db => removeLine(db, userId, itemId)),
  )
}
