import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '../../../platform/http/ipAddress.ts'
import { createSharedRateLimit, type SharedRateLimit } from '../../../platform/http/rateLimit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readServerCookie, setServerCookie } from '../../../platform/http/session.ts'
import { isSameSecret, sign } from '../../../platform/crypto/signature.ts'

const WINDOW_MS = 15 * 60_000
const YEAR_SECONDS = 365 * 24 * 3600
const COOKIE = 'gloed_device'

/** Limits guesses of passwords and codes. */
export type LoginLimiter = ReturnType<typeof createLoginLimiter>

/**
 * Wrong passwords are counted per account and per IP address. A device on which the account signed in before has its own
 * limit, so that guesses by others do not lock the owner out (OWASP device cookies,
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). The cookie does not reveal the
 * account and does not authenticate.
 */
export function createLoginLimiter(platform: Platform) {
  const { config, origin, keyFor } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), WINDOW_MS)
  const perAccount = limit('login', 10)
  const perAddress = limit('login-address', 50)
  const perDevice = limit('login-device', 10)
  const codes = limit('login-code', 20)
  const key = keyFor('device-cookie')
  const isSecure = () => origin().startsWith('https:')
  const signNonce = (nonce: string, email: string) => `${nonce}.${sign(key, `${nonce}\n${email}`)}`

  /** The nonce of a valid device cookie of this account; null for any other device. */
  const findKnownDevice = (request: FastifyRequest, email: string): string | null => {
    const cookie = readServerCookie(request, COOKIE, isSecure()) ?? ''
    const nonce = cookie.split('.', 1)[0] ?? ''
    return isSameSecret(cookie, signNonce(nonce, email)) ? nonce : null
  }

  return {
    /**
     * Counts a password attempt. Call it before the check, so that parallel guesses count too.
     * @returns takes the attempt back; call it when the password was right
     * @throws Problem RATE_LIMITED
     */
    countPasswordAttempt(request: FastifyRequest, email: string) {
      const nonce = findKnownDevice(request, email)
      return nonce
        ? countAttempts([[perDevice, nonce]])
        : countAttempts([
            [perAddress, ipRateLimitKey(request.ip)],
            [perAccount, email],
          ])
    },
    /** The same for a two-factor code, which can be tried only after the right password. */
    countCodeAttempt: (request: FastifyRequest, email: string) =>
      countAttempts([[codes, findKnownDevice(request, email) ?? email]]),
    /** Marks this device as known for this account, by a cookie. */
    rememberDevice(request: FastifyRequest, reply: FastifyReply, email: string): void {
      if (findKnownDevice(request, email)) return
      const value = signNonce(randomBytes(16).toString('base64url'), email)
      setServerCookie(reply, COOKIE, value, { secure: isSecure(), seconds: YEAR_SECONDS })
    },
  }
}

async function countAttempts(attempts: [SharedRateLimit, string][]): Promise<() => Promise<void>> {
  for (const [limit, key] of attempts) await limit.consume(key)
  return async () => {
    await Promise.all(attempts.map(([limit, key]) => limit.restore(key)))
  }
}
