import { Parcel } from './contract.ts'

/** Where the calculator reckons to, by ISO 3166 code; the shop's own country first. */
export const destinations = [
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
export interface Measures {
  country: string
  weight: string
  length: string
  width: string
  height: string
}

export const noMeasures: Measures = { country: 'NL', weight: '', length: '', width: '', height: '' }

/** The parcel that the measures describe, or the message of each field that is wrong. */
export function parcelOf({ country, weight, length, width, height }: Measures): {
  parcel: Parcel | null
  errors: Partial<Record<keyof Measures, string>>
} {
  const sides = { length: side(length), width: side(width), height: side(height) }
  const read = Parcel.safeParse({ country, weight: numberIn(weight), ...sides })
  if (read.success) return { parcel: read.data, errors: {} }
  return {
    parcel: null,
    errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])),
  }
}

/** The other sides may be left out. */
const side = (text: string): number | null => (text.trim() === '' ? null : numberIn(text))

const thousands = /^\d{1,3}(\.\d{3})+(,\d+)?$/

/** As a Dutch hand writes it: `3,2` is three and a fifth, `1.500` fifteen hundred. NaN for what is no number. */
export function numberIn(text: string): number {
  const tidy = text.trim()
  if (tidy === '') return Number.NaN
  return Number((thousands.test(tidy) ? tidy.replaceAll('.', '') : tidy).replace(',', '.'))
}
