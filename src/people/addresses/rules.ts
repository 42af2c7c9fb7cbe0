/** Where we send to, the nearest first: the names that addresses carry, and their ISO 3166 codes. */
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

/** `Nederland` → `NL`; null for a country that we know no code of. */
export const countryCode = (name: string): string | null =>
  deliveryCountries.find(country => country.name.toLowerCase() === name.trim().toLowerCase())?.code ?? null

const postalCodeFormats: Record<string, { pattern: RegExp; example: string }> = {
  NL: { pattern: /^[1-9]\d{3} [A-Z]{2}$/, example: '1234 AB' },
  BE: { pattern: /^[1-9]\d{3}$/, example: '1000' },
}

/** What was typed, as the country writes it: `3512ab` → `3512 AB` for the Netherlands. */
export function normalizePostalCode(country: string, typed: string): string {
  const text = typed.trim()
  if (countryCode(country) !== 'NL') return text
  const [, digits, letters] = /^(\d{4})\s*([a-z]{2})$/i.exec(text) ?? []
  return digits && letters ? `${digits} ${letters.toUpperCase()}` : text
}

/** How a postcode looks there, when what was typed looks different; a hint and never a refusal. */
export function postalCodeExample(country: string, typed: string): string | null {
  const known = postalCodeFormats[countryCode(country) ?? '']
  const tidy = normalizePostalCode(country, typed)
  return known && tidy !== '' && !known.pattern.test(tidy) ? known.example : null
}

/** What a look-up asks for: `3512ab` and `12 bis` → `3512AB`, 12; null while that is no Dutch address yet. */
export function parseLookupInput(
  country: string,
  postalCode: string,
  houseNumber: string,
): { postalCode: string; houseNumber: number } | null {
  const tidy = normalizePostalCode(country, postalCode)
  const number = Number(/^\s*([1-9]\d{0,4})(?!\d)/.exec(houseNumber)?.[1])
  if (countryCode(country) !== 'NL' || !postalCodeFormats['NL']?.pattern.test(tidy) || !number) return null
  return { postalCode: tidy.replace(' ', ''), houseNumber: number }
}

interface PostalAddress {
  company: string | null
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: string
}

/** An address under a name, a line each. */
export const formatAddressLines = ({
  company,
  street,
  houseNumber,
  postalCode,
  city,
  country,
}: PostalAddress): string[] =>
  [company ?? '', `${street} ${houseNumber}`, `${postalCode} ${city}`, country].filter(line => line !== '')

/** What the fields of a form hold, valid or not. */
export interface AddressFormValues {
  firstName: string
  lastName: string
  company: string
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: string
}

export const emptyAddressForm: AddressFormValues = {
  firstName: '',
  lastName: '',
  company: '',
  street: '',
  houseNumber: '',
  postalCode: '',
  city: '',
  country: 'Nederland',
}

/** The wanted address while it is there, else the default one; null when the customer has still to choose. */
export const selectAddress = <A extends { id: string; isDefault: boolean }>(
  addresses: A[],
  wanted: string | null,
): A | null =>
  addresses.find(({ id }) => id === wanted) ?? addresses.find(({ isDefault }) => isDefault) ?? null

/** One's addresses after one of them was added or changed: the default first, the others in their order. */
export function upsertAddressInList<A extends { id: string; isDefault: boolean }>(known: A[], saved: A): A[] {
  const isNew = known.every(({ id }) => id !== saved.id)
  const all = (isNew ? [...known, saved] : known).map(address =>
    address.id === saved.id ? saved : { ...address, isDefault: address.isDefault && !saved.isDefault },
  )
  return all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}
