import { parseEuroInput, formatEuroInput } from '../../wire/money.ts'
import type { AdminShippingRate, ShippingZone } from './admin.contract.ts'
import { parseDutchNumber } from './calculator.rules.ts'

/** A zone as it stands in the fields of a form. */
export interface ZoneFormValues {
  name: string
  carrier: string
  /** Codes, with spaces or commas between them. */
  countries: string
  isActive: boolean
}

/** A rate as it stands in the fields of a form: grams, centimetres and euros as text. */
export interface RateFormValues {
  serviceName: string
  deliveryTime: string
  weightFrom: string
  weightTo: string
  maxLength: string
  maxWidth: string
  maxHeight: string
  price: string
  isActive: boolean
}

export const toZoneFormValues = (zone: ShippingZone | null): ZoneFormValues => ({
  name: zone?.name ?? '',
  carrier: zone?.carrier ?? '',
  countries: zone?.countries.join(' ') ?? '',
  isActive: zone?.isActive ?? true,
})

export const parseZoneForm = ({ countries, ...zone }: ZoneFormValues) => ({
  ...zone,
  countries: countries.split(/[\s,;]+/).filter(code => code !== ''),
})

const text = (value: number | null | undefined): string =>
  value?.toLocaleString('nl-NL', { useGrouping: false }) ?? ''

/** @param after the heaviest of the zone so far, where a new one begins */
export const toRateFormValues = (rate: AdminShippingRate | null, after = 0): RateFormValues => ({
  serviceName: rate?.serviceName ?? '',
  deliveryTime: rate?.deliveryTime ?? '',
  weightFrom: text(rate?.weightFrom ?? after),
  weightTo: text(rate?.weightTo),
  maxLength: text(rate?.maxLength),
  maxWidth: text(rate?.maxWidth),
  maxHeight: text(rate?.maxHeight),
  price: rate ? formatEuroInput(rate.price) : '',
  isActive: rate?.isActive ?? true,
})

/** No limit where nothing is filled in. */
const limit = (typed: string): number | null => (typed.trim() === '' ? null : parseDutchNumber(typed))

export const parseRateForm = (draft: RateFormValues, zoneId: string) => ({
  ...draft,
  zoneId,
  weightFrom: parseDutchNumber(draft.weightFrom),
  weightTo: parseDutchNumber(draft.weightTo),
  maxLength: limit(draft.maxLength),
  maxWidth: limit(draft.maxWidth),
  maxHeight: limit(draft.maxHeight),
  price: parseEuroInput(draft.price) ?? Number.NaN,
})
