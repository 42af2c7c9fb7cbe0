import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id, requiredText } from '../../../wire/fields.ts'
import { centimetres, REST_OF_WORLD } from '../contract.ts'
import { findCountryName } from '../../../wire/countries.ts'

/** `BE` → `België`, `*` → `Alle andere landen`; undefined for an unknown code. */
export const zoneCountryName = (code: string): string | undefined =>
  code === REST_OF_WORLD ? 'Alle andere landen' : findCountryName(code)

const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine(code => zoneCountryName(code) !== undefined, {
    error: ({ input }) => `${String(input)} is geen land: gebruik twee letters, zoals NL, of *.`,
  })

const ZoneFields = z.object({
  name: requiredText('Vul een naam in.', 80),
  /** ISO 3166 alpha-2, or `*` for every country that no other zone names. */
  countries: z
    .array(country, { error: 'Vul minstens één land in.' })
    .min(1, 'Vul minstens één land in.')
    .max(250, 'Zoveel landen zijn er niet.')
    .transform(codes => [...new Set(codes)]),
  carrier: requiredText('Vul een verzender in.', 60),
  isActive: z.boolean(),
})

/** The input that sets all of a zone. */
export type ZoneFields = z.output<typeof ZoneFields>

export const ShippingZone = ZoneFields.extend({ id })
export type ShippingZone = z.output<typeof ShippingZone>

/** Grams. */
const grams = (message: string) => z.int(message).min(0, message).max(1_000_000, message)
/** Null for no limit. */
const limit = centimetres.nullable()

const RateFields = z.object({
  zoneId: z.guid('Kies een zone.'),
  serviceName: requiredText('Vul een naam in.', 80),
  deliveryTime: requiredText('Vul in hoelang het duurt.', 60),
  /** Exclusive; `weightTo` is inclusive. */
  weightFrom: grams('Vul hele grammen in, vanaf 0.'),
  weightTo: grams('Vul hele grammen in, tot 1.000.000.'),
  maxLength: limit,
  maxWidth: limit,
  maxHeight: limit,
  /** Cents. */
  price: z
    .int('Vul een bedrag in.')
    .min(0, 'Vul een bedrag vanaf € 0 in.')
    .max(100_000, 'Vul een bedrag tot € 1000 in.'),
  isActive: z.boolean(),
})

const hasRoom = ({ weightFrom, weightTo }: { weightFrom: number; weightTo: number }) => weightFrom < weightTo
const roomMessage = {
  path: ['weightTo'],
  message: 'Het hoogste gewicht ligt boven het laagste.',
  // Compared only when both are valid weights.
  when: ({ issues }: { issues: unknown[] }) => issues.length === 0,
}

/** The input that sets all of a rate. */
export type RateFields = z.output<typeof RateFields>

export const AdminShippingRate = RateFields.extend({ id })
export type AdminShippingRate = z.output<typeof AdminShippingRate>

export const listZones = endpoint('GET /api/admin/shipping-zones', 'admin', {
  summary: 'Where carriers go, by name; inactive zones too',
  output: z.array(ShippingZone),
})

export const addZone = endpoint('POST /api/admin/shipping-zones', 'admin', {
  summary: 'Add a zone',
  input: ZoneFields,
  output: ShippingZone,
})

export const changeZone = endpoint('PUT /api/admin/shipping-zones/:zoneId', 'admin', {
  summary: 'Set all of a zone',
  input: ZoneFields.extend({ zoneId: id }),
  output: ShippingZone,
})

export const removeZone = endpoint('DELETE /api/admin/shipping-zones/:zoneId', 'admin', {
  summary: 'Remove a zone with its rates; orders do not change',
  input: z.object({ zoneId: id }),
  output: z.null(),
})

export const listRates = endpoint('GET /api/admin/shipping-rates', 'admin', {
  summary: 'What carriers take, by zone and weight; inactive rates too',
  output: z.array(AdminShippingRate),
})

export const addRate = endpoint('POST /api/admin/shipping-rates', 'admin', {
  summary: 'Add a rate to a zone',
  input: RateFields.refine(hasRoom, roomMessage),
  output: AdminShippingRate,
})

export const changeRate = endpoint('PUT /api/admin/shipping-rates/:rateId', 'admin', {
  summary: 'Set all of a rate',
  input: RateFields.extend({ rateId: id }).refine(hasRoom, roomMessage),
  output: AdminShippingRate,
})

export const removeRate = endpoint('DELETE /api/admin/shipping-rates/:rateId', 'admin', {
  summary: 'Remove a rate; orders do not change',
  input: z.object({ rateId: id }),
  output: z.null(),
})
