/** The countries that we deliver to, the nearest first: the names in addresses, and their ISO 3166 codes. */
export const deliveryCountries = [
  { name: 'Nederland', code: 'NL' },
  { name: 'België', code: 'BE' },
  { name: 'Duitsland', code: 'DE' },
  { name: 'Frankrijk', code: 'FR' },
  { name: 'Italië', code: 'IT' },
  { name: 'Spanje', code: 'ES' },
  { name: 'Verenigd Koninkrijk', code: 'GB' },
  { name: 'Verenigde Staten', code: 'US' },
  { name: 'Canada', code: 'CA' },
  { name: 'Australië', code: 'AU' },
] as const

/** The country of that name or code, in whatever case. */
export function findDeliveryCountry(typed: string): (typeof deliveryCountries)[number] | undefined {
  const key = typed.trim().toLowerCase()
  return deliveryCountries.find(({ name, code }) => name.toLowerCase() === key || code.toLowerCase() === key)
}

/** `Nederland` or `nl` → `NL`; null for a country that addresses do not have. */
export const countryCode = (typed: string): string | null => findDeliveryCountry(typed)?.code ?? null

/** The member states of the EU, as ISO 3166-1 codes. */
export const euCountries = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const

export type EuCountry = (typeof euCountries)[number]

export const isEuCountry = (code: string): code is EuCountry =>
  (euCountries as readonly string[]).includes(code)

const names = new Intl.DisplayNames('nl', { type: 'region', fallback: 'none' })

/** `BE` → `België`; undefined for a code that is not in ISO 3166. */
export const findCountryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined

/** `BE` → `België`; a code that is not in ISO 3166 stays as it is. */
export const countryName = (code: string): string => findCountryName(code) ?? code
