import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, requiredText } from '../../wire/fields.ts'
import { REST_OF_WORLD } from './contract.ts'

const regions = new Intl.DisplayNames('nl', { type: 'region', fallback: 'none' })

/** `BE` → `België`; undefined for what is no country. */
export const countryName = (code: string): string | undefined =>
  code === REST_OF_WORLD ? 'Alle andere landen' : /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined

const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine(code => countryName(code) !== undefined, {
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

export const ShippingZone = ZoneFields.extend({ id })
export type ShippingZone = z.output<typeof ShippingZone>

/** Grams. */
const grams = (message: string) => z.int(message).min(0, message).max(1_000_000, message)
/** Centimetres, or no limit. */
const limit = z
  .number('Vul een getal in.')
  .positive('Vul een getal boven 0 in.')
  .max(1000, 'Een zijde is hoogstens 1000 cm.')
  .nullable()

const RateFields = z.object({
  zoneId: z.guid('Kies een zone.'),
  serviceName: requiredText('Vul een naam in.', 80),
  deliveryTime: requiredText('Vul in hoelang het duurt.', 60),
  /** Above this, up to and with the next. */
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
  // Only of two that are weights.
  when: ({ issues }: { issues: unknown[] }) => issues.length === 0,
}

export const AdminShippingRate = RateFields.extend({ id })
export type AdminShippingRate = z.output<typeof AdminShippingRate>

const zones = '/api/admin/shipping-zones'
const rates = '/api/admin/shipping-rates'

export const listZones = endpoint({
  method: 'GET',
  path: zones,
  summary: 'Where carriers go, by name; inactive zones too',
  access: 'admin',
  output: z.array(ShippingZone),
})

export const addZone = endpoint({
  method: 'POST',
  path: zones,
  summary: 'Add a zone',
  access: 'admin',
  input: ZoneFields,
  output: ShippingZone,
})

export const changeZone = endpoint({
  method: 'PUT',
  path: `${zones}/:zoneId`,
  summary: 'Set all of a zone',
  access: 'admin',
  input: ZoneFields.extend({ zoneId: id }),
  output: ShippingZone,
})

export const removeZone = endpoint({
  method: 'DELETE',
  path: `${zones}/:zoneId`,
  summary: 'Remove a zone with its rates; orders do not change',
  access: 'admin',
  input: z.object({ zoneId: id }),
  output: z.null(),
})

export const listRates = endpoint({
  method: 'GET',
  path: rates,
  summary: 'What carriers take, by zone and weight; inactive rates too',
  access: 'admin',
  output: z.array(AdminShippingRate),
})

export const addRate = endpoint({
  method: 'POST',
  path: rates,
  summary: 'Add a rate to a zone',
  access: 'admin',
  input: RateFields.refine(hasRoom, roomMessage),
  output: AdminShippingRate,
})

export const changeRate = endpoint({
  method: 'PUT',
  path: `${rates}/:rateId`,
  summary: 'Set all of a rate',
  access: 'admin',
  input: RateFields.extend({ rateId: id }).refine(hasRoom, roomMessage),
  output: AdminShippingRate,
})

export const removeRate = endpoint({
  method: 'DELETE',
  path: `${rates}/:rateId`,
  summary: 'Remove a rate; orders do not change',
  access: 'admin',
  input: z.object({ rateId: id }),
  output: z.null(),
})
