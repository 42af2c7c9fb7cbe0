import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id } from '../../wire/fields.ts'

/** As many as a page of the list can have. */
export const MAX_ORDERS_AT_ONCE = 100

const orderId = z.uuid('Deze bestelling bestaat niet.')
const orderIds = z
  .array(orderId)
  .min(1, 'Kies minstens één bestelling.')
  .max(MAX_ORDERS_AT_ONCE, `Kies hoogstens ${MAX_ORDERS_AT_ONCE} bestellingen tegelijk.`)

/** The result for one of several orders. */
const ShipResult = z.object({
  orderId: id,
  /** Null for an unknown order. */
  number: z.string().nullable(),
  isShipped: z.boolean(),
  /** Why it was refused, in Dutch; null when it was shipped. */
  reason: z.string().nullable(),
})
export type ShipResult = z.output<typeof ShipResult>

export const shipOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/ship',
  summary:
    'Send paid and picked orders without tracking by standard post; each is answered, refused ones with why',
  access: 'admin',
  input: z.object({ orderIds }),
  output: z.array(ShipResult),
  status: 200,
})

/** The response is a PDF, so the body is no JSON. */
export const downloadPackingSlips = endpoint({
  method: 'GET',
  path: '/api/admin/packing-slips',
  summary:
    'Packing slips of orders in one PDF, a page or more each: what to pack, and where it goes; no prices',
  access: 'admin',
  input: z.object({
    /** May be repeated. */
    orderId: z
      .union([orderId.transform(one => [one]), orderIds], 'Kies minstens één bestelling.')
      .transform(ids => [...new Set(ids)]),
  }),
  output: z.null(),
  status: 200,
})

/** The download path of packing slips. */
export const packingSlipsPath = (ids: string[]): string =>
  `${downloadPackingSlips.path}?${new URLSearchParams(ids.map(each => ['orderId', each]))}`
