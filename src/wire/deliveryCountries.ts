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
