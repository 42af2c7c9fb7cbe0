import type { FastifyInstance } from 'fastify'
import type { GuestCookies } from '../../people/accounts/guestCookie.service.ts'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { serveWithContext } from '../../platform/http/serve.ts'
import { openGuestOrder, requestGuestOrderLink } from './contract.ts'
import { findGuestOrder, requestLink } from './token.service.ts'

const HOUR_MS = 3_600_000

export function guestRoutes(app: FastifyInstance, platform: Platform, guests: GuestCookies): void {
  const { db, now, config } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), HOUR_MS)
  const opened = limit('guest-order-open', 60)
  const asked = limit('guest-order-link', 20)
  const mailed = limit('guest-order-mail', 5)
  serveWithContext(app, openGuestOrder, async ({ token }, _, { request, reply }) => {
    await opened.consume(ipRateLimitKey(request.ip))
    const { orderId, guestId } = await findGuestOrder(db, token, now())
    guests.openOrders(request, reply, guestId)
    return { orderId }
  })
  serveWithContext(app, requestGuestOrderLink, async ({ number, email }, _, { request }) => {
    await asked.consume(ipRateLimitKey(request.ip))
    await requestLink(platform, { number, email, mayMail: await mailed.tryConsume(email) })
  })
}
