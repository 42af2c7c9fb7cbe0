import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { requiredText } from '../../wire/fields.ts'

/** The carriers whose labels and pick-up points the shop knows, as the provider names them. */
export const CarrierCode = z.enum(['postnl', 'bpost', 'dhl', 'dpd'])
export type CarrierCode = z.output<typeof CarrierCode>

const time = z.string().regex(/^\d\d:\d\d$/)

/** A place of a carrier where a parcel is collected, as it was when it was found. */
export const PickupPoint = z.object({
  /** The provider's. */
  id: z.string(),
  carrier: CarrierCode,
  name: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166 alpha-2. */
  country: z.string(),
  /** A machine, which has no staff. */
  isLocker: z.boolean(),
  /** By day, 0 for Monday; a day that is left out is closed. Empty when unknown. */
  openingHours: z.array(z.object({ day: z.int().min(0).max(6), from: time, until: time })),
})
export type PickupPoint = z.output<typeof PickupPoint>

export const FoundPickupPoint = PickupPoint.extend({
  /** Metres from the postcode; null when unknown. */
  distance: z.number().nullable(),
  /** Proves to the checkout that the shop found this point, so that it need not ask the carrier again. */
  token: z.string(),
})
export type FoundPickupPoint = z.output<typeof FoundPickupPoint>

export const listPickupPoints = endpoint('GET /api/pickup-points', 'shopper', {
  summary: 'Where a parcel can be collected near a postcode, the nearest first; empty when nowhere',
  input: z.object({
    postalCode: requiredText('Vul een postcode in.', 20),
    /** As an address has it. */
    country: requiredText('Kies een land.', 60),
  }),
  output: z.array(FoundPickupPoint),
  problems: ['NOT_FOUND', 'NOT_SHIPPED_THERE', 'PROVIDER_UNAVAILABLE'],
})
