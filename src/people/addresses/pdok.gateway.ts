import { z } from 'zod'
import type { Log } from '../../platform/telemetry/log.ts'
import { sendRequest } from '../../platform/http/httpClient.ts'
import type { FoundAddress } from './contract.ts'

/** Finds the street and city of a Dutch postcode (`1234AB`) and house number; null when unknown. */
export type AddressLookup = (postalCode: string, houseNumber: number) => Promise<FoundAddress | null>

/** The Locatieserver of the Dutch land registry, https://api.pdok.nl/bzk/locatieserver/search/v3_1/ui/ */
const PdokResponse = z.object({
  response: z.object({
    docs: z.array(
      z.object({
        postcode: z.string().optional(),
        huisnummer: z.number().optional(),
        straatnaam: z.string().optional(),
        woonplaatsnaam: z.string().optional(),
      }),
    ),
  }),
})

/** Short, because the user can type the street and city instead; in milliseconds. */
const TIMEOUT_MS = 2000
/** The search is fuzzy: an exact match is among the first results. */
const ROWS = '10'

/** @param apiBase without a slash at the end */
export function pdokLookup(apiBase: string, log: Log): AddressLookup {
  return async (postalCode, houseNumber) => {
    const query = new URLSearchParams({
      q: `${postalCode} ${houseNumber}`,
      fq: 'type:adres',
      fl: 'postcode,huisnummer,straatnaam,woonplaatsnaam',
      rows: ROWS,
    })
    try {
      const { status, text } = await sendRequest(`${apiBase}/free?${query}`, {
        provider: 'pdok',
        method: 'GET',
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
      })
      if (status !== 200) throw new Error(`answered ${status}`)
      const found = PdokResponse.parse(JSON.parse(text)).response.docs.find(
        doc => doc.postcode === postalCode && doc.huisnummer === houseNumber,
      )
      if (!found?.straatnaam || !found.woonplaatsnaam) return null
      return { street: found.straatnaam, city: found.woonplaatsnaam }
    } catch (error) {
      // The address is personal data and is not logged.
      log.warn(
        { reason: error instanceof z.ZodError ? 'unexpected response' : String(error) },
        'address look-up failed',
      )
      return null
    }
  }
}
