import { randomUUIDv7 } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GuestAccess, Shopper } from '../../platform/http/serve.ts'
import { clearServerCookie, readServerCookie, setServerCookie } from '../../platform/http/session.ts'
import { isSameSecret, sign } from '../../platform/crypto/signature.ts'
import { CART_COOKIE, cookieNameFor } from '../../wire/cookies.ts'
import {
  type GuestCookie,
  formatGuestCookie,
  guestExpiry,
  GUEST_SECONDS,
  mustRenew,
  parseGuestCookie,
} from './guestCookie.rules.ts'
import { users } from './table.ts'

/** The guest whose cart and orders this browser shows. */
const GUEST_COOKIE = 'gloed_guest'
/** The guest whose order a mailed link opened in this browser: it gives that order and no cart, which whoever typed the address would see. */
const ORDER_COOKIE = 'gloed_guest_order'

export type GuestCookies = GuestAccess & {
  /** The guest of the cookie, in public mode. */
  find(request: FastifyRequest): string | null
  /** Lets the browser read the orders of a guest, and nothing else of the guest. */
  openOrders(request: FastifyRequest, reply: FastifyReply, guestId: string): void
  /** The browser has no cart of a guest any more. @param isPartial whether not everything of it could be taken over */
  clear(reply: FastifyReply, options?: { isPartial?: boolean }): void
}

/** Reads and writes the signed cookies of guests. */
function createSignedCookies({ now, keyFor, origin, settings }: Platform) {
  const key = keyFor('guest-cookie')
  const isSecure = () => origin().startsWith('https:')
  const signed = (name: string, text: string) => `${text}.${sign(key, `${name}\n${text}`)}`
  return {
    read(request: FastifyRequest, name: string): GuestCookie | null {
      if (settings.current.storefrontAccess !== 'public') return null
      const sent = readServerCookie(request, name, isSecure()) ?? ''
      const text = sent.slice(0, Math.max(0, sent.lastIndexOf('.')))
      if (!isSameSecret(sent, signed(name, text))) return null
      return parseGuestCookie(text, now())
    },
    write(reply: FastifyReply, name: string, guestId: string): void {
      const text = formatGuestCookie({ guestId, issuedAt: Math.floor(now().getTime() / 1000) })
      setServerCookie(reply, name, signed(name, text), { secure: isSecure(), seconds: GUEST_SECONDS })
    },
    clear: (reply: FastifyReply, name: string) => clearServerCookie(reply, name, isSecure()),
    isSet: (request: FastifyRequest, name: string) =>
      readServerCookie(request, name, isSecure()) !== undefined,
    markCart: (reply: FastifyReply, value: string, maxAge: number) =>
      void reply.setCookie(cookieNameFor(CART_COOKIE, isSecure()), value, {
        path: '/',
        sameSite: 'lax',
        secure: isSecure(),
        maxAge,
      }),
  }
}

/**
 * Recognizes guests by signed cookies, without a statement. A guest is a row of `users` that the first line of a cart makes, so an id
 * without a row is a guest with an empty cart.
 */
export function createGuestCookies(platform: Platform): GuestCookies {
  const { db, now, settings, log } = platform
  const cookies = createSignedCookies(platform)
  const keep = (reply: FastifyReply, guestId: string) => {
    cookies.write(reply, GUEST_COOKIE, guestId)
    cookies.markCart(reply, '1', GUEST_SECONDS)
  }
  const forgetOrder = (request: FastifyRequest, reply: FastifyReply) => {
    if (cookies.isSet(request, ORDER_COOKIE)) cookies.clear(reply, ORDER_COOKIE)
  }
  const find = (request: FastifyRequest) => cookies.read(request, GUEST_COOKIE)?.guestId ?? null
  return {
    find,
    async shopper(request, reply) {
      if (settings.current.storefrontAccess !== 'public') return null
      const cookie = cookies.read(request, GUEST_COOKIE)
      if (!cookie) return { userId: randomUUIDv7(), role: 'GUEST', isNew: true }
      if (mustRenew(cookie, now())) {
        keep(reply, cookie.guestId)
        await extendGuest(db, cookie.guestId, now()).catch((error: unknown) =>
          log.error({ err: error }, 'could not extend the guest'),
        )
      }
      return toShopper(cookie)
    },
    buyer(request) {
      const cookie = cookies.read(request, ORDER_COOKIE) ?? cookies.read(request, GUEST_COOKIE)
      return cookie && toShopper(cookie)
    },
    keep(request, reply, guestId) {
      keep(reply, guestId)
      // This browser may open the order that it placed last.
      forgetOrder(request, reply)
    },
    openOrders(request, reply, guestId) {
      if (find(request) === guestId) forgetOrder(request, reply)
      else cookies.write(reply, ORDER_COOKIE, guestId)
    },
    clear(reply, { isPartial = false } = {}) {
      cookies.clear(reply, GUEST_COOKIE)
      cookies.clear(reply, ORDER_COOKIE)
      cookies.markCart(reply, isPartial ? 'partial' : '', isPartial ? 300 : 0)
    },
  }
}

const toShopper = ({ guestId }: GuestCookie): Shopper => ({ userId: guestId, role: 'GUEST' })

async function extendGuest(db: Db, guestId: string, now: Date): Promise<void> {
  const guestUntil = guestExpiry(now)
  const own = and(eq(users.id, guestId), eq(users.role, 'GUEST'), lt(users.guestUntil, guestUntil))
  await db.update(users).set({ guestUntil }).where(own)
}
