import { z } from 'zod'
import { sendRequestWithRetry } from '../../../../platform/http/httpClient.ts'
import type { Log } from '../../../../platform/telemetry/log.ts'
import { Problem } from '../../../../wire/problem.ts'

export const MollieMoney = z.object({ currency: z.string(), value: z.string() })

/** The timeout of a request to the provider, in milliseconds. */
const TIMEOUT_MS = 8000

class MollieRateLimited extends Error {
  readonly retryAfter: number | undefined
  constructor(retryAfter: number | undefined) {
    super('Mollie answered 429')
    this.retryAfter = retryAfter
  }
}

/** A refusal that repeating the request will not change. */
export class MollieRefusal extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(`${status} ${detail}`.trim().slice(0, MAX_REASON_LENGTH))
    this.status = status
  }
}
const MAX_REASON_LENGTH = 200

/**
 * https://docs.mollie.com/overview/handling-errors. A body of another form is not from Mollie, and is treated as
 * temporary.
 */
const MollieError = z.object({ status: z.int(), detail: z.string().default('') })

/** Errors about the API key, rate limits or the provider's health are temporary; any other 4xx is permanent. */
const isPermanentError = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 425].includes(status)

export interface MollieOptions {
  apiBase: () => string
  apiKey: string
  log: Log
}

interface MollieRequestOptions {
  body?: object
  /** The idempotency key. */
  key?: string
  /** For all retries together, in milliseconds. */
  timeoutMs?: number | undefined
}

/** Requests to Mollie: https://docs.mollie.com/reference/common-data-types. */
export const createMollieClient = ({ apiBase, apiKey, log }: MollieOptions) => ({
  /**
   * @returns the body of a 2xx.
   * @throws MollieRefusal; Error when it may be temporary or can't be parsed
   */
  request: async (
    method: string,
    path: string,
    { body, key, timeoutMs = TIMEOUT_MS }: MollieRequestOptions = {},
  ): Promise<unknown> => {
    const { status, text, retryAfter } = await sendRequestWithRetry(`${apiBase()}/v2/${path}`, {
      provider: 'mollie',
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
      timeoutMs,
    })
    if (status === 429) throw new MollieRateLimited(retryAfter)
    const answer: unknown = status < 500 ? JSON.parse(text) : undefined
    const error = isPermanentError(status) && MollieError.safeParse(answer).data
    if (error && error.status === status) throw new MollieRefusal(status, error.detail)
    if (status < 200 || status > 299) throw new Error(`Mollie answered ${status}`)
    return answer
  },
  /** Turns any failure of a request into Problem PROVIDER_UNAVAILABLE. */
  withProviderErrors: async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: error }, `payment provider: ${what}`)
      const retryAfter = error instanceof MollieRateLimited ? error.retryAfter : undefined
      throw new Problem('PROVIDER_UNAVAILABLE', retryAfter === undefined ? {} : { retryAfter })
    }
  },
})
export type MollieClient = ReturnType<typeof createMollieClient>
