import { countryCode } from '../../wire/countries.ts'

const postalCodeFormats: Record<string, { pattern: RegExp; example: string }> = {
  NL: { pattern: /^[1-9]\d{3} [A-Z]{2}$/, example: '1234 AB' },
  BE: { pattern: /^[1-9]\d{3}$/, example: '1000' },
}

/** A postcode in the notation of its country: `3512ab` → `3512 AB` for the Netherlands. */
export function normalizePostalCode(country: string, typed: string): string {
  const text = typed.trim()
  if (countryCode(country) !== 'NL') return text
  const [, digits, letters] = /^(\d{4})\s*([a-z]{2})$/i.exec(text) ?? []
  return digits && letters ? `${digits} ${letters.toUpperCase()}` : text
}

/** An example of the country's postcodes, when the typed one has another format; only a hint. */
export function postalCodeExample(country: string, typed: string): string | null {
  const format = postalCodeFormats[countryCode(country) ?? '']
  const normalized = normalizePostalCode(country, typed)
  return format && normalized !== '' && !format.pattern.test(normalized) ? format.example : null
}

/** `3512ab` and `12 bis` → `3512AB`, 12; null while they are no complete Dutch postcode and house number. */
export function parseLookupInput(
  country: string,
  postalCode: string,
  houseNumber: string,
): { postalCode: string; houseNumber: number } | null {
  const normalized = normalizePostalCode(country, postalCode)
  const number = Number(/^\s*([1-9]\d{0,4})(?!\d)/.exec(houseNumber)?.[1])
  if (countryCode(country) !== 'NL' || !postalCodeFormats['NL']?.pattern.test(normalized) || !number)
    return null
  return { postalCode: normalized.replace(' ', ''), houseNumber: number }
}

interface PostalAddress extends Record<'street' | 'houseNumber' | 'postalCode' | 'city' | 'country', string> {
  company: string | null
}

/** The lines of an address below the name. */
export const formatAddressLines = (to: PostalAddress): string[] =>
  [to.company ?? '', `${to.street} ${to.houseNumber}`, `${to.postalCode} ${to.city}`, to.country].filter(
    line => line !== '',
  )

/** The values of the address form, valid or not. */
export type AddressFormValues = Record<keyof typeof emptyAddressForm, string>

export const emptyAddressForm = {
  firstName: '',
  lastName: '',
  company: '',
  street: '',
  houseNumber: '',
  postalCode: '',
  city: '',
  country: 'Nederland',
}

/** The address with id `selectedId`, else the default one, else null. */
export const selectAddress = <A extends { id: string; isDefault: boolean }>(
  addresses: A[],
  selectedId: string | null,
): A | null =>
  addresses.find(({ id }) => id === selectedId) ?? addresses.find(({ isDefault }) => isDefault) ?? null

/** Adds or replaces an address in a list; the default comes first, the others keep their order. */
export function upsertAddressInList<A extends { id: string; isDefault: boolean }>(
  addresses: A[],
  saved: A,
): A[] {
  const isNew = addresses.every(({ id }) => id !== saved.id)
  const all = (isNew ? [...addresses, saved] : addresses).map(address =>
    address.id === saved.id ? saved : { ...address, isDefault: address.isDefault && !saved.isDefault },
  )
  return all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}
