import { z } from 'zod'
import { sendRequest } from '../../platform/http/httpClient.ts'
import type { Log } from '../../platform/telemetry/log.ts'

export const VIES_API_BASE = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

/** The answer of VIES about a number. */
export interface ViesAnswer {
  isValid: boolean
  /** As its member state has it; null where that does not tell. */
  name: string | null
  /** The number of this consultation, which proves it; only with a number of one's own. */
  consultation: string | null
}

/**
 * Asks VIES whether a VAT number is one, of which the format was checked.
 * @param number with its prefix: `NL004495445B01`
 * @param requester our own number, with its prefix; null when there is none
 * @returns null when VIES or the member state does not answer
 */
export type VatNumberLookup = (number: string, requester: string | null) => Promise<ViesAnswer | null>

/** Of https://ec.europa.eu/taxation_customs/vies/#/technical-information: the answer of `POST /check-vat-number`. */
const ViesResponse = z.object({
  valid: z.boolean(),
  name: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
})

/** Of the same: a request that was not carried out, such as MS_UNAVAILABLE, TIMEOUT or MS_MAX_CONCURRENT_REQ. */
const ViesError = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string() })),
})

/** Milliseconds: a customer waits for it, and can order without. */
const TIMEOUT_MS = 5000

/** Member states that don't tell a name answer with dashes. */
const known = (text: string | null | undefined): string | null => {
  const tidy = text?.trim() ?? ''
  return tidy === '' || /^-+$/.test(tidy) ? null : tidy
}

/** @param apiBase without a slash at the end */
export function viesLookup(apiBase: string, log: Log): VatNumberLookup {
  return async (number, requester) => {
    const body = {
      countryCode: number.slice(0, 2),
      vatNumber: number.slice(2),
      ...(requester && {
        requesterMemberStateCode: requester.slice(0, 2),
        requesterNumber: requester.slice(2),
      }),
    }
    try {
      const { status, text } = await sendRequest(`${apiBase}/check-vat-number`, {
        provider: 'vies',
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: TIMEOUT_MS,
      })
      const said: unknown = JSON.parse(text)
      const failed = ViesError.safeParse(said)
      if (failed.success) throw new Error(failed.data.errorWrappers.map(({ error }) => error).join(' '))
      if (status !== 200) throw new Error(`answered ${status}`)
      const { valid, name, requestIdentifier } = ViesResponse.parse(said)
      return { isValid: valid, name: known(name), consultation: known(requestIdentifier) }
    } catch (error) {
      // The number is not logged: it may be that of a person.
      log.warn(
        { reason: error instanceof z.ZodError ? 'unexpected response' : String(error) },
        'VIES did not answer',
      )
      return null
    }
  }
}
