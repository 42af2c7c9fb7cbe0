import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** The country of an IP address, ISO 3166-1 alpha-2, or null; looked up locally, so that no address leaves the server. */
export type CountryLookup = (address: string) => string | null

/**
 * The embedded database (8 MB, CC0, from the registries' data), https://github.com/sapics/ip-location-db; read at the first
 * visit.
 */
export function openCountryLookup(): CountryLookup {
  let reader: Reader<{ country_code?: string } & CountryResponse> | undefined
  const require = createRequire(import.meta.url)
  const file = require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  return address => {
    reader ??= new Reader(readFileSync(file))
    try {
      return reader.get(address)?.country_code ?? null
    } catch {
      // Not an IP address.
      return null
    }
  }
}
