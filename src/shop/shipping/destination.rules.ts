import { countryCode, deliveryCountries } from '../../wire/countries.ts'

/** `België`, `belgië` or `BE` → `BE`; null for a country that addresses do not have. */
export const destinationCode = countryCode

/** `BE` → `België`; the code itself when addresses have no such country. */
export const destinationName = (code: string): string =>
  deliveryCountries.find(country => country.code === code)?.name ?? code

/** Why nothing is shipped there, and where to it is; null when it is. @param country as an address has it */
export function refuseDestination(country: string, shipsTo: readonly string[]): string | null {
  const code = destinationCode(country)
  if (code !== null && shipsTo.includes(code)) return null
  const names = shipsTo.map(destinationName)
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} en ${names.at(-1)}` : names.join('')
  return `Naar ${code === null ? country : destinationName(code)} verzenden we niet. We verzenden naar ${all}.`
}

/** The country that a price is counted for while no address is known: the nearest of those that are shipped to. */
export const assumedDestination = (shipsTo: readonly string[]): string =>
  destinationName(deliveryCountries.find(({ code }) => shipsTo.includes(code))?.code ?? shipsTo[0] ?? 'NL')
