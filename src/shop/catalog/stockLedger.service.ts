import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import { products, stockEntries } from './table.ts'

interface MovedUnits {
  /** Cents, excl. VAT: the purchase price, when the caller knows it; a variant without one of its own costs its product's. */
  unitCost?: number | null | undefined
}

/**
 * Inserts the INTAKE entries of new products, with their creation time. The stock itself is written with the
 * products.
 */
export async function recordInitialStock(
  tx: Tx,
  received: ({ id: string; stock: number; createdAt?: Date } & MovedUnits)[],
  by: string | null = null,
): Promise<void> {
  const entries = received
    .filter(({ stock }) => stock > 0)
    .map(({ id, stock, createdAt, unitCost }) => ({
      productId: id,
      kind: 'INTAKE' as const,
      pieces: stock,
      stockAfter: stock,
      actorId: by,
      createdAt,
      unitCost,
    }))
  await insertStockEntries(tx, entries)
}

/**
 * One statement text for any number of entries, so that PostgreSQL can reuse its plan. What comes in costs the purchase price of this
 * moment, which is written with the products before.
 */
async function insertStockEntries(tx: Tx, entries: (typeof stockEntries.$inferInsert)[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(entry => ({ ...entry, isCostKnown: entry.unitCost !== undefined }))
  await tx.execute(sql`
    insert into ${stockEntries} (product_id, kind, pieces, stock_after, actor_id, cause, reason, created_at, unit_cost)
    select "productId", booked.kind, pieces, "stockAfter", "actorId", cause, reason, coalesce("createdAt", now()),
      case when pieces <= 0 then null when "isCostKnown" then "unitCost" else (
        select coalesce(p.purchase_price, parent.purchase_price)
        from ${products} p left join ${products} parent on parent.id = p.parent_id where p.id = "productId"
      ) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as booked(
      "productId" uuid, kind text, pieces int, "stockAfter" int, "actorId" uuid, cause text, reason text, "createdAt" timestamptz,
      "unitCost" int, "isCostKnown" boolean
    )`)
}

interface CorrectionReason {
  /** The user who set the stock. */
  by: string
  cause?: string | null | undefined
  reason?: string | null | undefined
}

interface StockCount extends CorrectionReason {
  stock: number
  expectedStock?: number | undefined
}

/**
 * Sets the stock to a counted number, and records the difference in the stock ledger with its cause.
 * @throws Problem NOT_FOUND; STOCK_CHANGED with `stock` when it is not the expected stock; STOCK_RESERVED with
 * `productId` and `reservedStock` when more units than that are held for unpaid orders. The caller's transaction must roll back.
 */
export async function setCountedStock(
  tx: Tx,
  productId: string,
  { stock, expectedStock, ...why }: StockCount,
): Promise<void> {
  const own = eq(products.id, productId)
  const [now] = await tx
    .select({ stock: products.stock, reservedStock: products.reservedStock })
    .from(products)
    .where(own)
    .for('no key update')
  if (!now) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  if (expectedStock !== undefined && expectedStock !== now.stock)
    throw new Problem('STOCK_CHANGED', { stock: now.stock })
  if (stock < now.reservedStock)
    throw new Problem('STOCK_RESERVED', { productId, reservedStock: now.reservedStock })
  if (stock === now.stock) return
  await tx.update(products).set({ stock }).where(own)
  await recordStockCorrections(tx, [{ productId, from: now.stock, to: stock }], why)
}

/**
 * Inserts CORRECTION entries for stocks that an admin changed. The stock itself is written with the products, whose
 * rows are locked.
 */
export async function recordStockCorrections(
  tx: Tx,
  corrected: ({ productId: string; from: number; to: number } & MovedUnits)[],
  { by, cause = null, reason = null }: CorrectionReason,
): Promise<void> {
  const entries = corrected.map(({ productId, from, to, unitCost }) => ({
    productId,
    kind: 'CORRECTION' as const,
    pieces: to - from,
    stockAfter: to,
    actorId: by,
    cause,
    reason,
    unitCost,
  }))
  await insertStockEntries(tx, entries)
}
