import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

/** Why a person changes a stock. */
export const StockCause = z.enum(['COUNTED', 'DELIVERED', 'DAMAGED', 'RETURNED', 'OTHER'], 'Kies een reden.')
export type StockCause = z.output<typeof StockCause>

/** By what a price came to be: what there was when the history began, the form, a bulk edit or an import. */
export const PriceSource = z.enum(['OPENING', 'FORM', 'BULK', 'IMPORT'])
export type PriceSource = z.output<typeof PriceSource>

const Actor = z.object({ id, displayName: z.string() }).nullable()

export const StockEntry = z.object({
  id,
  at: dateTime,
  kind: z.enum(['INTAKE', 'SALE', 'RETURN', 'CORRECTION']),
  /** Signed: what comes in is positive. */
  pieces: z.int(),
  /** The stock from then on; null where it was not written down yet. */
  stockAfter: z.int().nullable(),
  cause: StockCause.nullable(),
  note: z.string().nullable(),
  orderId: id.nullable(),
  /** Null where nobody did it by hand. */
  actor: Actor,
})
export type StockEntry = z.output<typeof StockEntry>

export const PriceEntry = z.object({
  id,
  at: dateTime,
  /** Cents; null for the first price that is known. */
  oldCents: z.int().nullable(),
  newCents: z.int(),
  source: PriceSource,
  actor: Actor,
})
export type PriceEntry = z.output<typeof PriceEntry>

export const LowestPrice = z.object({
  /** Cents: the lowest price that was asked at any moment of the last 30 days, now included. */
  lowestCents: z.int(),
  /**
   * Cents: while the present price is a reduction, the lowest of the 30 days before it, which is what a discount must be
   * announced against; null when it is none. Source: Directive 98/6/EC, article 6a, and C-330/23 (Aldi Süd).
   */
  priorCents: z.int().nullable(),
  /** Since when the price is what it is; null when that is not known. */
  since: dateTime.nullable(),
})
export type LowestPrice = z.output<typeof LowestPrice>

export const readProductHistory = endpoint({
  method: 'GET',
  path: '/api/admin/products/:productId/history',
  summary: 'What became of a product’s stock and price, newest first, and its lowest price of 30 days',
  access: 'admin',
  input: z.object({ productId: id, limit: z.coerce.number().int().min(1).max(500).default(10) }),
  output: z.object({
    stock: z.array(StockEntry),
    prices: z.array(PriceEntry),
    /** Whether there is more than `limit` of either. */
    hasMore: z.boolean(),
    lowest: LowestPrice,
  }),
})
