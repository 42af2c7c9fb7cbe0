import { z } from 'zod'
import { CarrierCode, type PickupPoint } from './pickup.contract.ts'

/** Milliseconds: a customer waits for a list only briefly, and can have it brought home instead. */
const POINTS_TIMEOUT_MS = 4000

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const Times = z.array(z.object({ start_time: z.string(), end_time: z.string() })).nullish()
const Point = z.object({
  id: z.coerce.string(),
  name: z.string(),
  carrier: z.object({ code: z.string() }),
  general_shop_type: z.string().nullish(),
  address: z.object({
    street: z.string(),
    house_number: z.string().nullish(),
    postal_code: z.string(),
    city: z.string(),
    country_code: z.string(),
  }),
  opening_times: z.record(z.string(), Times).nullish(),
  distance: z.number().nullish(),
})
const Points = z.object({
  data: z.object({
    results: z.array(Point),
    geocoding: z.object({ status: z.string() }).nullish(),
  }),
})

/** The number of requested points: as many as fit a list. */
const MAX_POINTS = '12'

/** @returns null for a postcode that is unknown there */
export async function findPoints(
  call: (
    method: 'GET',
    path: string,
    options: { timeoutMs: number },
  ) => Promise<{ status: number; body: unknown }>,
  { country, postalCode }: { country: string; postalCode: string },
): Promise<(PickupPoint & { distance: number | null })[] | null> {
  const query = new URLSearchParams({
    country_code: country,
    address_postal_code: postalCode,
    limit: MAX_POINTS,
    use_integration_carriers: 'true',
  })
  const { status, body } = await call('GET', `service-points?${query}`, { timeoutMs: POINTS_TIMEOUT_MS })
  if (status > 299) throw new Error(`Sendcloud answered ${status}`)
  const { results, geocoding } = Points.parse(body).data
  if (geocoding?.status === 'not_found') return null
  return results.flatMap(point => {
    const carrier = CarrierCode.safeParse(point.carrier.code).data
    return carrier ? [{ ...toPoint(point), carrier, distance: point.distance ?? null }] : []
  })
}

const time = /^\d\d:\d\d/

const toPoint = ({ id, name, address, general_shop_type, opening_times }: z.output<typeof Point>) => ({
  id,
  name,
  street: address.street,
  houseNumber: address.house_number ?? '',
  postalCode: address.postal_code,
  city: address.city,
  country: address.country_code.toUpperCase(),
  isLocker: general_shop_type === 'locker',
  openingHours: days.flatMap((name_, day) =>
    (opening_times?.[name_] ?? []).flatMap(({ start_time, end_time }) => {
      const [from, until] = [time.exec(start_time)?.[0], time.exec(end_time)?.[0]]
      return from && until ? [{ day, from, until }] : []
    }),
  ),
})
