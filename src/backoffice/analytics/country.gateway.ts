import { readFile } from 'node:fs/promises'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** The country of an IP address, ISO 3166-1 alpha-2, or null; looked up locally, so that no address leaves the server. */
export type CountryLookup = (address: string) => string | null

/** Opens the embedded database (8 MB, CC0, from the registries' data), https://github.com/sapics/ip-location-db. */
export async function openCountryLookup(): Promise<CountryLookup> {
  const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = new Reader<{ country_code?: string } & CountryResponse>(await readFile(new URL(file)))
  return address => {
    try {
      return reader.get(address)?.country_code ?? null
    } catch {
      // Not an IP address.
      return null
    }
  }
}
