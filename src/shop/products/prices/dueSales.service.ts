import { and, asc, eq, lte, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isAnyOf } from '../../../platform/db/sql.ts'
import { products } from '../catalog/table.ts'
import { begunSales, priceColumns, setStates, writePrices } from './salePrices.service.ts'
import { dueSaleStep, withSaleEnded } from './sales.rules.ts'
import { productSales } from './table.ts'

/** Sales that are begun or ended in one transaction. */
const BATCH = 500

/** Whether a sale of this product has to begin or to end by `now`: its price in the table is not the present one. */
export const isPriceDue = (productId: SQL, now: Placeholder | SQL): SQL<boolean> => sql`exists (
  select from ${productSales} due where due.product_id = ${productId} and due.due_at <= ${now}::timestamptz
)`

/** Whether any sale has to begin or to end by `now`. */
export const isAnySaleDue = (now: Placeholder | SQL): SQL<boolean> => sql<boolean>`exists (
  select from ${productSales} where ${productSales.dueAt} <= ${now}::timestamptz
)`

/** Thrown by a transaction that found prices which are not the present ones. */
export class DuePricesError extends Error {
  override name = 'DuePricesError'
  readonly productIds: string[]

  constructor(productIds: string[]) {
    super('a sale is due')
    this.productIds = productIds
  }
}

/**
 * Runs `work`; when it finds prices that are not the present ones, begins and ends the sales of those products, and runs it again.
 * @param work must open its own transaction, because it may run several times
 */
export async function retryAtPresentPrices<T>(db: Db, now: () => Date, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DuePricesError)) throw error
    await applyDueSales(db, now(), error.productIds)
    return retryAtPresentPrices(db, now, work)
  }
}

/** Reads rows with the prices of products; when some are not the present ones, begins and ends their sales, and reads again. */
export async function readAtPresentPrices<Row extends { productId: string; isDue: boolean }>(
  { db, now }: { db: Db; now: () => Date },
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read()
  const due = rows.filter(({ isDue }) => isDue).map(({ productId }) => productId)
  if (due.length === 0) return rows
  await applyDueSales(db, now(), due)
  return readAtPresentPrices({ db, now }, read)
}

/**
 * Begins and ends the sales that are due, as their times say; all of them, or those of some products.
 * Of several nodes that look at once the first does it, and the others wait for the rows and find nothing left to do.
 */
export async function applyDueSales(db: Db, now: Date, productIds?: string[]): Promise<void> {
  while ((await db.transaction(tx => applyDueBatch(tx, now, productIds))) > 0);
}

/** @returns how many were due */
async function applyDueBatch(tx: Tx, now: Date, productIds?: string[]): Promise<number> {
  const own = productIds && isAnyOf(productSales.productId, productIds)
  const found = await tx
    .select({ id: products.id, parentId: products.parentId })
    .from(products)
    .innerJoin(productSales, eq(productSales.productId, products.id))
    .where(and(lte(productSales.dueAt, now), own))
    .orderBy(asc(products.id))
    .limit(BATCH)
  if (found.length === 0) return 0
  const parentIds = found.flatMap(({ parentId }) => parentId ?? [])
  // Locks the products of variants first: the trigger that follows their prices will.
  if (parentIds.length > 0)
    await tx
      .select({ id: products.id })
      .from(products)
      .where(isAnyOf(products.id, parentIds))
      .orderBy(asc(products.id))
      .for('no key update')
  const foundIds = found.map(({ id }) => id)
  const due = await tx
    .select({ sale: productSales, prices: priceColumns })
    // Locks products before their sales, and in id order, as everywhere: to avoid deadlocks.
    .from(products)
    .innerJoin(productSales, eq(productSales.productId, products.id))
    .where(and(lte(productSales.dueAt, now), isAnyOf(products.id, foundIds)))
    .orderBy(asc(products.id))
    .for('no key update')
  const steps = due.map(({ sale, prices }) => ({ sale, prices, step: dueSaleStep(sale, prices, now) }))
  const ids = (...names: (typeof steps)[number]['step'][]) =>
    steps.filter(({ step }) => names.includes(step)).map(({ sale }) => sale.id)
  const beginning = steps.filter(({ step }) => step === 'BEGIN')
  const ending = steps.filter(({ step }) => step === 'END')
  await writePrices(tx, null, [
    ...(await begunSales(tx, beginning)),
    ...ending.map(({ sale: { productId, endsAt: at }, prices: before }) => ({
      productId,
      before,
      after: withSaleEnded(before),
      at,
    })),
  ])
  await setStates(tx, ids('BEGIN'), 'RUNNING')
  await setStates(tx, ids('END', 'SKIP'), 'ENDED')
  await setStates(tx, ids('CANCEL'), 'CANCELLED')
  return found.length
}
