import { parseEuroInput, formatEuroInput } from '../../../wire/money.ts'
import type { AdminShippingRate, ShippingZone } from './contract.ts'
import { parseDutchNumber, parseSide } from '../calculator.rules.ts'

/** The form values of a zone; country codes are separated by spaces or commas. */
export const toZoneFormValues = (zone: ShippingZone | null) => ({
  name: zone?.name ?? '',
  carrier: zone?.carrier ?? '',
  countries: zone?.countries.join(' ') ?? '',
  isActive: zone?.isActive ?? true,
})

export type ZoneFormValues = ReturnType<typeof toZoneFormValues>

export const parseZoneForm = ({ countries, ...zone }: ZoneFormValues) => ({
  ...zone,
  countries: countries.split(/[\s,;]+/).filter(code => code !== ''),
})

const text = (value: number | null | undefined): string =>
  value?.toLocaleString('nl-NL', { useGrouping: false }) ?? ''

/**
 * The form values of a rate: grams, centimetres and euros as text.
 * @param after the highest weight of the zone's rates, in grams, at which a new rate begins
 */
export const toRateFormValues = (rate: AdminShippingRate | null, after = 0) => ({
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

export type RateFormValues = ReturnType<typeof toRateFormValues>

export const parseRateForm = (draft: RateFormValues, zoneId: string) => ({
  ...draft,
  zoneId,
  weightFrom: parseDutchNumber(draft.weightFrom),
  weightTo: parseDutchNumber(draft.weightTo),
  maxLength: parseSide(draft.maxLength),
  maxWidth: parseSide(draft.maxWidth),
  maxHeight: parseSide(draft.maxHeight),
  price: parseEuroInput(draft.price) ?? Number.NaN,
})
