import type { FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '../../../platform/http/ipAddress.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSharedRateLimit } from '../../../platform/http/rateLimit.ts'
import { Problem } from '../../../wire/problem.ts'
import type { RefusedCard } from '../contract.ts'

const WINDOW_MS = 15 * 60_000
/** Calls with an unknown code in a window: more than anyone mistypes. */
const MAX_OF_USER = 20
const MAX_OF_ADDRESS = 100

/** The user or visitor who tries codes; a visitor has no user. */
interface CardAttempt {
  request: FastifyRequest
  userId: string | null
  codes: readonly string[] | undefined
}

export type GiftCardLimiter = ReturnType<typeof createGiftCardLimiter>

/** Limits guesses of the codes of gift cards, by user and by IP address. */
export function createGiftCardLimiter(platform: Platform) {
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * platform.config.rateLimitFactor), WINDOW_MS)
  const perUser = limit('gift-card', MAX_OF_USER)
  const perAddress = limit('gift-card-address', MAX_OF_ADDRESS)
  return {
    /**
     * Runs `work` as one attempt of these codes. It is counted before, so that parallel guesses count too, and uncounted when all codes
     * are known.
     * @param refusedOf the refused cards in the result of `work`; those of a Problem are its `refusedCards`
     * @throws Problem RATE_LIMITED
     */
    async count<T>(
      { request, userId, codes = [] }: CardAttempt,
      work: () => Promise<T>,
      refusedOf: (result: T) => RefusedCard[],
    ): Promise<T> {
      if (codes.length === 0) return work()
      const attempts = [
        [perAddress, ipRateLimitKey(request.ip)] as const,
        ...(userId === null ? [] : [[perUser, userId] as const]),
      ]
      for (const [attempted, key] of attempts) await attempted.consume(key)
      let isGuess = false
      try {
        const result = await work()
        isGuess = hasUnknown(refusedOf(result))
        return result
      } catch (error) {
        if (error instanceof Problem)
          isGuess = hasUnknown((error.details['refusedCards'] as RefusedCard[] | undefined) ?? [])
        throw error
      } finally {
        if (!isGuess) await Promise.all(attempts.map(([attempted, key]) => attempted.restore(key)))
      }
    },
  }
}

const hasUnknown = (refused: RefusedCard[]): boolean => refused.some(({ reason }) => reason === 'UNKNOWN')
