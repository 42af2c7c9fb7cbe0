import { Parcel } from './contract.ts'

/** Where the calculator reckons to, by ISO 3166 code; the shop's own country first. */
export const destinationCountries = [
  { code: 'NL', name: 'Nederland' },
  { code: 'BE', name: 'België' },
  { code: 'DE', name: 'Duitsland' },
  { code: 'FR', name: 'Frankrijk' },
  { code: 'IT', name: 'Italië' },
  { code: 'ES', name: 'Spanje' },
  { code: 'US', name: 'Verenigde Staten' },
  { code: 'GB', name: 'Verenigd Koninkrijk' },
  { code: 'CA', name: 'Canada' },
  { code: 'AU', name: 'Australië' },
] as const

/** What was typed: grams and centimetres as text. */
export interface ParcelForm {
  country: string
  weight: string
  length: string
  width: string
  height: string
}

export const emptyParcelForm: ParcelForm = { country: 'NL', weight: '', length: '', width: '', height: '' }

/** The parcel that the measures describe, or the message of each field that is wrong. */
export function parseParcel({ country, weight, length, width, height }: ParcelForm): {
  parcel: Parcel | null
  errors: Partial<Record<keyof ParcelForm, string>>
} {
  const sides = { length: parseSide(length), width: parseSide(width), height: parseSide(height) }
  const read = Parcel.safeParse({ country, weight: parseDutchNumber(weight), ...sides })
  if (read.success) return { parcel: read.data, errors: {} }
  return {
    parcel: null,
    errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])),
  }
}

/** The other sides may be left out. */
const parseSide = (text: string): number | null => (text.trim() === '' ? null : parseDutchNumber(text))

const thousands = /^\d{1,3}(\.\d{3})+(,\d+)?$/

/** As a Dutch hand writes it: `3,2` is three and a fifth, `1.500` fifteen hundred. NaN for what is no number. */
export function parseDutchNumber(text: string): number {
  const tidy = text.trim()
  if (tidy === '') return Number.NaN
  return Number((thousands.test(tidy) ? tidy.replaceAll('.', '') : tidy).replace(',', '.'))
}
