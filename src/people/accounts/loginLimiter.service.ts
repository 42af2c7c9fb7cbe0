import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit, type SharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { readServerCookie, setServerCookie } from '../../platform/session.ts'

const WINDOW_MS = 15 * 60_000
const YEAR_SECONDS = 365 * 24 * 3600
const COOKIE = 'gloed_device'

/** What stands between a sign-in and whoever guesses. */
export interface LoginLimiter {
  /**
   * Counts a password that is tried, before it is looked at, so that parallel guesses count too.
   * @returns what takes it back when it was right
   * @throws Problem RATE_LIMITED
   */
  countPasswordAttempt(request: FastifyRequest, email: string): Promise<() => Promise<void>>
  /** The same for a code of the second step, which only who knows the password gets to. */
  countCodeAttempt(request: FastifyRequest, email: string): Promise<() => Promise<void>>
  /** Remembers that this account signed in on this device. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, email: string): void
}

/**
 * Wrong passwords are counted per account and per address. A device on which the account signed in before is counted by
 * itself, so that nobody else's guesses keep the owner out: OWASP's device cookies,
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies. The cookie says nothing about
 * whom it is of, and proves no more than that.
 */
export function createLoginLimiter(platform: Platform): LoginLimiter {
  const { config, origin, keyFor } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), WINDOW_MS)
  const perAccount = limit('login', 10)
  const perAddress = limit('login-address', 50)
  const perDevice = limit('login-device', 10)
  const codes = limit('login-code', 20)
  const key = keyFor('device-cookie')
  const isSecure = () => origin().startsWith('https:')
  const signed = (nonce: string, email: string) =>
    `${nonce}.${createHmac('sha256', key).update(`${nonce}\n${email}`).digest('base64url')}`

  /** The nonce of a cookie that is ours and of this account; null for any other device. */
  const known = (request: FastifyRequest, email: string): string | null => {
    const cookie = Buffer.from(readServerCookie(request, COOKIE, isSecure()) ?? '')
    const nonce = cookie.toString().split('.', 1)[0] ?? ''
    const expected = Buffer.from(signed(nonce, email))
    return cookie.length === expected.length && timingSafeEqual(cookie, expected) ? nonce : null
  }

  return {
    countPasswordAttempt(request, email) {
      const nonce = known(request, email)
      return nonce
        ? countAttempts([[perDevice, nonce]])
        : countAttempts([
            [perAddress, ipRateLimitKey(request.ip)],
            [perAccount, email],
          ])
    },
    countCodeAttempt: (request, email) => countAttempts([[codes, known(request, email) ?? email]]),
    rememberDevice(request, reply, email) {
      if (known(request, email)) return
      const value = signed(randomBytes(16).toString('base64url'), email)
      setServerCookie(reply, COOKIE, value, { secure: isSecure(), seconds: YEAR_SECONDS })
    },
  }
}

async function countAttempts(counted: [SharedRateLimit, string][]): Promise<() => Promise<void>> {
  for (const [limit, key] of counted) await limit.consume(key)
  return async () => {
    await Promise.all(counted.map(([limit, key]) => limit.restore(key)))
  }
}
