import { eq } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import { products, stockEntries } from './table.ts'

/** Books what a new product begins with. Its stock is written with the product itself. */
export async function receiveStock(tx: Db, received: { id: string; stock: number }[]): Promise<void> {
  const entries = received
    .filter(({ stock }) => stock > 0)
    .map(({ id, stock }) => ({ productId: id, kind: 'INTAKE' as const, pieces: stock }))
  if (entries.length > 0) await tx.insert(stockEntries).values(entries)
}

interface Counted {
  stock: number
  expectedStock?: number | undefined
  reason?: string | null
}

/**
 * Sets the stock to what was counted, and books the difference with its reason.
 * @throws Problem NOT_FOUND; STOCK_CHANGED with `stock` when it is another than was expected; STOCK_RESERVED with
 * `productId` and `reservedStock` when more than was counted is held for open orders. The caller's transaction must roll back.
 */
export async function countStock(
  tx: Db,
  productId: string,
  { stock, expectedStock, reason }: Counted,
): Promise<void> {
  const own = eq(products.id, productId)
  const [now] = await tx
    .select({ stock: products.stock, reservedStock: products.reservedStock })
    .from(products)
    .where(own)
    .for('update')
  if (!now) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  if (expectedStock !== undefined && expectedStock !== now.stock)
    throw new Problem('STOCK_CHANGED', { stock: now.stock })
  if (stock < now.reservedStock)
    throw new Problem('STOCK_RESERVED', { productId, reservedStock: now.reservedStock })
  if (stock === now.stock) return
  await tx.update(products).set({ stock }).where(own)
  const pieces = stock - now.stock
  await tx.insert(stockEntries).values({ productId, kind: 'CORRECTION', pieces, reason: reason ?? null })
}
