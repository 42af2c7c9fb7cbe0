import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { products, stockEntries } from '../../shop/catalog/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { LowestPrice, PriceSource } from './contract.ts'
import { computeLowestPrice, OMNIBUS_DAYS } from './history.rules.ts'
import { priceEntries } from './table.ts'

interface PriceChange {
  productId: string
  /** Cents; null for a product that is new. */
  from: number | null
  to: number
}

/** Records price changes in the transaction that makes them, in one statement. */
export async function recordPrices(
  tx: Tx,
  repriced: PriceChange[],
  { by, source }: { by: string | null; source: PriceSource },
): Promise<void> {
  const entries = repriced
    .filter(({ from, to }) => from !== to)
    .map(each => ({ ...each, id: randomUUIDv7() }))
  if (entries.length === 0) return
  await tx.execute(sql`
    insert into ${priceEntries} (id, product_id, old_cents, new_cents, source, actor_id)
    select id, "productId", "from", "to", ${source}, ${by}::uuid
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as repriced(id uuid, "productId" uuid, "from" int, "to" int)`)
}

const actor = { id: users.id, displayName: users.displayName }

/** @throws Problem NOT_FOUND */
export async function findProductHistory(db: Db, productId: string, limit: number, now: Date) {
  const lowest = await findLowestPrice(db, productId, now)
  const { id, createdAt: at, kind, pieces, stockAfter, reason: note, orderId } = stockEntries
  const cause = sql<never>`${stockEntries.cause}`
  const stock = await db
    .select({ id, at, kind, pieces, stockAfter, cause, note, orderId, actor })
    .from(stockEntries)
    .leftJoin(users, eq(users.id, stockEntries.actorId))
    .where(eq(stockEntries.productId, productId))
    .orderBy(desc(at), desc(id))
    .limit(limit + 1)
  const prices = await db
    .select({ id: priceEntries.id, source: priceEntries.source, ...priceChange, actor })
    .from(priceEntries)
    .leftJoin(users, eq(users.id, priceEntries.actorId))
    .where(eq(priceEntries.productId, productId))
    .orderBy(...newestPrice)
    .limit(limit + 1)
  const hasMore = stock.length > limit || prices.length > limit
  return { stock: stock.slice(0, limit), prices: prices.slice(0, limit), hasMore, lowest }
}

const { oldCents, newCents, createdAt: at } = priceEntries
const priceChange = { oldCents, newCents, at }
const newestPrice = [desc(at), desc(priceEntries.id)]

/**
 * The prices of the Omnibus directive.
 * @throws Problem NOT_FOUND
 */
async function findLowestPrice(db: Db, productId: string, now: Date): Promise<z.input<typeof LowestPrice>> {
  const [product] = await db
    .select({ price: products.price })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const own = eq(priceEntries.productId, productId)
  const findNewest = (condition: SQL | undefined) =>
    db
      .select(priceChange)
      .from(priceEntries)
      .where(condition)
      .orderBy(...newestPrice)
      .limit(1)
  const [last] = await findNewest(own)
  if (!last) return { lowestCents: product.price, priorCents: null, since: null }
  const from = new Date(Math.min(last.at.getTime(), now.getTime()) - OMNIBUS_DAYS * 24 * 3600_000)
  const within = await db
    .select(priceChange)
    .from(priceEntries)
    .where(and(own, gte(at, from)))
    .orderBy(at, priceEntries.id)
  const earlier = await findNewest(and(own, lt(at, from)))
  return computeLowestPrice([...earlier, ...within], product.price, now)
}
