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
