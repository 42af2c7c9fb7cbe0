import { z } from 'zod'
import { PriceSource } from '../prices/contract.ts'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id } from '../../../wire/fields.ts'
import { StockCause } from './contract.ts'

const Actor = z.object({ id, displayName: z.string() }).nullable()

export const StockEntry = z.object({
  id,
  at: dateTime,
  kind: z.enum(['INTAKE', 'SALE', 'RETURN', 'CORRECTION']),
  /** Signed: positive when stock is added. */
  pieces: z.int(),
  /** The stock after it; null in entries from before this was stored. */
  stockAfter: z.int().nullable(),
  /** Cents, excl. VAT: the purchase price of one incoming unit; null when that is not known. */
  unitCost: z.int().nullable(),
  cause: StockCause.nullable(),
  note: z.string().nullable(),
  orderId: id.nullable(),
  /** Null when no person did it. */
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
  /** Cents: the lowest price of the last 30 days, the present one included. */
  lowestCents: z.int(),
  /**
   * Cents: while the present price is a reduction, the lowest price of the 30 days before it, which a discount must be
   * announced against; null otherwise. Source: Directive 98/6/EC, article 6a, and C-330/23 (Aldi Süd).
   */
  priorCents: z.int().nullable(),
  /** When the present price was set; null when that is not known. */
  since: dateTime.nullable(),
})
export type LowestPrice = z.output<typeof LowestPrice>

export const readProductHistory = endpoint('GET /api/admin/products/:productId/history', 'admin', {
  summary: 'What became of a product’s stock and price, newest first, and its lowest price of 30 days',
  input: z.object({ productId: id, limit: z.coerce.number().int().min(1).max(500).default(10) }),
  output: z.object({
    stock: z.array(StockEntry),
    prices: z.array(PriceEntry),
    /** Whether there is more than `limit` of either. */
    hasMore: z.boolean(),
    lowest: LowestPrice,
  }),
})
