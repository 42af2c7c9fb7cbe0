import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { unnestRows } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import { products, stockEntries } from '../catalog/table.ts'

interface EntryOrigin {
  /** The user who set the stock; null for the system itself. */
  by: string | null
  cause?: string | null | undefined
  reason?: string | null | undefined
}

interface UnitCost {
  /** Cents, excl. VAT: the purchase price, when the caller knows it; a variant without one of its own costs its product's. */
  unitCost?: number | null | undefined
}

/**
 * Inserts the INTAKE entries of new products, with their creation time. The stock itself is written with the
 * products.
 */
export async function recordInitialStock(
  tx: Tx,
  received: ({ id: string; stock: number; createdAt?: Date } & UnitCost)[],
  by: string | null = null,
): Promise<void> {
  const entries = received
    .filter(({ stock }) => stock > 0)
    .map(({ id: productId, stock, ...rest }) => ({ productId, pieces: stock, stockAfter: stock, ...rest }))
  await insertStockEntries(tx, 'INTAKE', entries, { by })
}

interface NewStockEntry extends UnitCost {
  productId: string
  pieces: number
  stockAfter: number
  createdAt?: Date | undefined
}

/**
 * One statement text for any number of entries, so that PostgreSQL can reuse its plan. Incoming units cost the present purchase
 * price, which was written with the products before.
 */
async function insertStockEntries(
  tx: Tx,
  kind: 'INTAKE' | 'CORRECTION',
  entries: NewStockEntry[],
  { by, cause = null, reason = null }: EntryOrigin,
): Promise<void> {
  if (entries.length === 0) return
  const moved = unnestRows('moved', entries, {
    product_id: ['uuid', entry => entry.productId],
    pieces: ['int', entry => entry.pieces],
    stock_after: ['int', entry => entry.stockAfter],
    created_at: ['timestamptz', entry => entry.createdAt ?? null],
    is_cost_known: ['boolean', entry => entry.unitCost !== undefined],
    unit_cost: ['int', entry => entry.unitCost ?? null],
  })
  await tx.execute(sql`
    insert into ${stockEntries} (product_id, kind, pieces, stock_after, actor_id, cause, reason, created_at, unit_cost)
    select moved.product_id, ${kind}, pieces, stock_after, ${by}::uuid, ${cause}, ${reason}, coalesce(created_at, now()),
      case when pieces <= 0 then null when is_cost_known then unit_cost else (
        select coalesce(p.purchase_price, parent.purchase_price)
        from ${products} p left join ${products} parent on parent.id = p.parent_id where p.id = moved.product_id
      ) end
    from ${moved}`)
}

interface StockCount extends EntryOrigin {
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
  corrected: ({ productId: string; from: number; to: number } & UnitCost)[],
  origin: EntryOrigin,
): Promise<void> {
  const entries = corrected.map(({ productId, from, to, unitCost }) => ({
    productId,
    pieces: to - from,
    stockAfter: to,
    unitCost,
  }))
  await insertStockEntries(tx, 'CORRECTION', entries, origin)
}
