import type { FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { Problem } from '../../wire/problem.ts'
import type { RefusedCode } from './contract.ts'

const WINDOW_MS = 15 * 60_000
/** Calls with a wrong code in a window: more than anyone mistypes. */
const MAX_OF_USER = 20
const MAX_OF_ADDRESS = 100

/** The user or visitor who tries codes. */
interface CodeAttempt {
  request: FastifyRequest
  userId: string
  codes: readonly string[]
}

/** Limits guesses of codes, by user and by IP address. */
export function createCodeLimiter(platform: Platform) {
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * platform.config.rateLimitFactor), WINDOW_MS)
  const perUser = limit('promotion-code', MAX_OF_USER)
  const perAddress = limit('promotion-code-address', MAX_OF_ADDRESS)
  return {
    /**
     * Runs `work` as one attempt of these codes. It is counted before, so that parallel guesses count too, and uncounted when no code
     * was `INVALID`.
     * @param refusedOf the refused codes in the result of `work`; those of a Problem are its `refused`
     * @throws Problem RATE_LIMITED
     */
    async count<T>(
      { request, userId, codes }: CodeAttempt,
      work: () => Promise<T>,
      refusedOf: (result: T) => RefusedCode[],
    ): Promise<T> {
      if (codes.length === 0) return work()
      const attempts = [
        [perAddress, ipRateLimitKey(request.ip)],
        [perUser, userId],
      ] as const
      for (const [attempted, key] of attempts) await attempted.consume(key)
      let refused: RefusedCode[] = []
      try {
        const result = await work()
        refused = refusedOf(result)
        return result
      } catch (error) {
        if (error instanceof Problem) refused = (error.details['refused'] as RefusedCode[] | undefined) ?? []
        throw error
      } finally {
        if (!refused.some(({ reason }) => reason === 'INVALID'))
          await Promise.all(attempts.map(([attempted, key]) => attempted.restore(key)))
      }
    },
  }
}
