import { countryCode, euCountries, type EuCountry, isEuCountry, countryName } from '../../wire/countries.ts'

const codesByName = new Map(euCountries.map(code => [countryName(code).toLowerCase(), code as string]))

/** The ISO code of a country as an address writes it, `Nederland` or `NL`; null for one that is not known. */
export function countryCodeOf(country: string | null): string | null {
  const text = country?.trim() ?? ''
  if (text === '') return null
  const code = text.toUpperCase()
  if (isEuCountry(code)) return code
  return countryCode(text) ?? codesByName.get(text.toLowerCase()) ?? null
}

/** The member states by their Dutch names, the seller's neighbours first. */
export const euCountryOptions: readonly { code: EuCountry; name: string }[] = euCountries
  .map(code => ({ code, name: countryName(code) }))
  .toSorted((one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, 'nl'))

function rank(code: string): number {
  const near = ['BE', 'NL', 'DE', 'FR', 'LU'].indexOf(code)
  return near === -1 ? 9 : near
}
