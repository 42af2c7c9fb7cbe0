import { shippingPromise } from '../../wire/shippingText.ts'
import { type DeliveryTimes, Parcel } from './contract.ts'

/** The introduction of the calculator: the shop's own charge, and the purpose of the calculation. */
export const calculatorIntro = (shop: Parameters<typeof shippingPromise>[0]): string =>
  `${shippingPromise(shop)}. Hier zie je wat een pakket ${shop.shippingPricing === 'FREE' ? 'anders ' : ''}kost.`

/** The countries of the calculator, as ISO 3166 codes; the shop's own country first. */
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

/** The typed values: grams and centimetres as text. */
export type ParcelForm = Record<'country' | 'weight' | 'length' | 'width' | 'height', string>

export const emptyParcelForm: ParcelForm = { country: 'NL', weight: '', length: '', width: '', height: '' }

/** Parses the form into a parcel, or returns the message of each invalid field. */
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

/** Null for an empty field: sides are optional. */
export const parseSide = (text: string): number | null => (text.trim() === '' ? null : parseDutchNumber(text))

const thousands = /^\d{1,3}(\.\d{3})+(,\d+)?$/

/** Parses a Dutch number: `3,2` is 3.2 and `1.500` is 1500; NaN when invalid. */
export function parseDutchNumber(text: string): number {
  const tidy = text.trim()
  if (tidy === '') return Number.NaN
  return Number((thousands.test(tidy) ? tidy.replaceAll('.', '') : tidy).replace(',', '.'))
}

/** `Nederland 1-2 werkdagen, België 2-3 werkdagen`; empty without any zone. */
export const deliveryTimesText = (zones: readonly DeliveryTimes[]): string =>
  zones.map(({ zone, times }) => `${zone} ${times.join(' of ')}`).join(', ')
