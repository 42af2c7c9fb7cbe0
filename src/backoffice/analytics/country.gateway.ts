import { readFile } from 'node:fs/promises'
import { type CountryResponse, Reader } from 'mmdb-lib'

/** The country of an address, ISO 3166-1 alpha-2, or null: looked up here, so that no address is told to anyone. */
export type CountryLookup = (address: string) => string | null

/** Reads the embedded database (8 MB; CC0, from the address registries' own books), https://github.com/sapics/ip-location-db. */
export async function openCountryLookup(): Promise<CountryLookup> {
  const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = new Reader<{ country_code?: string } & CountryResponse>(await readFile(new URL(file)))
  return address => {
    try {
      return reader.get(address)?.country_code ?? null
    } catch {
      // What is no address is nowhere.
      return null
    }
  }
}
