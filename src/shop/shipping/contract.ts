import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id } from '../../wire/fields.ts'

/** A zone with this code covers every country that no other zone names. */
export const REST_OF_WORLD = '*'

export const centimetres = z
  .number('Vul een getal in.')
  .positive('Vul een getal boven 0 in.')
  .max(1000, 'Een zijde is hoogstens 1000 cm.')
/** Null when unknown. */
const side = centimetres.nullish()

const weightMessage = 'Voer een geldig gewicht in (grammen)'

export const Parcel = z.object({
  /** Grams. */
  weight: z.number(weightMessage).positive(weightMessage).max(1_000_000, weightMessage),
  length: side,
  width: side,
  height: side,
  /** ISO 3166 alpha-2. */
  country: z
    .string('Kies een land')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Kies een land'),
})
export type Parcel = z.output<typeof Parcel>

export const ShippingRate = z.object({
  id,
  serviceName: z.string(),
  /** Without VAT. */
  price: cents,
  /** With the VAT of ordinary goods that go there. */
  priceWithVat: cents,
  deliveryTime: z.string(),
  weightTo: z.number(),
  maxLength: z.number().nullable(),
  maxWidth: z.number().nullable(),
  maxHeight: z.number().nullable(),
  zone: z.object({ name: z.string(), carrier: z.string() }),
})
export type ShippingRate = z.output<typeof ShippingRate>

export const calculateShipping = endpoint('POST /api/shipping/calculate', 'public', {
  summary: 'What sending a parcel costs, the cheapest first; empty when nothing takes it',
  input: Parcel,
  output: z.array(ShippingRate),
  status: 200,
})

/** How long parcels take in zones of one name, as the owner has it in the rates. */
export const DeliveryTimes = z.object({ zone: z.string(), times: z.array(z.string()) })
export type DeliveryTimes = z.output<typeof DeliveryTimes>

export const listDeliveryTimes = endpoint('GET /api/shipping/delivery-times', 'public', {
  summary: 'How long parcels take by zone, the nearest first; zones and rates that are not used are left out',
  output: z.array(DeliveryTimes),
})
