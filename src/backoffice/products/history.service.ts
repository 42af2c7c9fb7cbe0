import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { products, stockEntries } from '../../shop/catalog/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { LowestPrice, PriceSource, readProductHistory } from './history.contract.ts'
import { computeLowestPrice, OMNIBUS_DAYS } from './history.rules.ts'
import { priceEntries } from './table.ts'

interface PriceChange {
  productId: string
  /** Cents; null for a product that is new. */
  from: number | null
  to: number
}

/** Writes down prices in the transaction that changes them, however many in one statement. */
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

type History = z.input<typeof readProductHistory.output>
const actor = alias(users, 'actor')
const actorShown = { id: actor.id, displayName: actor.displayName }

/** @throws Problem NOT_FOUND */
export async function findProductHistory(
  db: Db,
  productId: string,
  limit: number,
  now: Date,
): Promise<History> {
  const lowest = await findLowestPrice(db, productId, now)
  const stock = await db
    .select({
      id: stockEntries.id,
      at: stockEntries.createdAt,
      kind: stockEntries.kind,
      pieces: stockEntries.pieces,
      stockAfter: stockEntries.stockAfter,
      cause: sql<never>`${stockEntries.cause}`,
      note: stockEntries.reason,
      orderId: stockEntries.orderId,
      actor: actorShown,
    })
    .from(stockEntries)
    .leftJoin(actor, eq(actor.id, stockEntries.actorId))
    .where(eq(stockEntries.productId, productId))
    .orderBy(desc(stockEntries.createdAt), desc(stockEntries.id))
    .limit(limit + 1)
  const prices = await db
    .select({
      id: priceEntries.id,
      at: priceEntries.createdAt,
      oldCents: priceEntries.oldCents,
      newCents: priceEntries.newCents,
      source: priceEntries.source,
      actor: actorShown,
    })
    .from(priceEntries)
    .leftJoin(actor, eq(actor.id, priceEntries.actorId))
    .where(eq(priceEntries.productId, productId))
    .orderBy(desc(priceEntries.createdAt), desc(priceEntries.id))
    .limit(limit + 1)
  const hasMore = stock.length > limit || prices.length > limit
  return { stock: stock.slice(0, limit), prices: prices.slice(0, limit), hasMore, lowest }
}

/**
 * The lowest price of the last 30 days, and the one that a discount must be announced against.
 * @throws Problem NOT_FOUND
 */
async function findLowestPrice(db: Db, productId: string, now: Date): Promise<z.input<typeof LowestPrice>> {
  const [product] = await db
    .select({ price: products.price })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const own = eq(priceEntries.productId, productId)
  const { oldCents, newCents, createdAt: at } = priceEntries
  const entry = { oldCents, newCents, at }
  const newestFirst = [desc(at), desc(priceEntries.id)]
  const [last] = await db
    .select(entry)
    .from(priceEntries)
    .where(own)
    .orderBy(...newestFirst)
    .limit(1)
  if (!last) return { lowestCents: product.price, priorCents: null, since: null }
  const from = new Date(Math.min(last.at.getTime(), now.getTime()) - OMNIBUS_DAYS * 24 * 3600_000)
  const within = await db
    .select(entry)
    .from(priceEntries)
    .where(and(own, gte(at, from)))
    .orderBy(at, priceEntries.id)
  const earlier = await db
    .select(entry)
    .from(priceEntries)
    .where(and(own, lt(at, from)))
    .orderBy(...newestFirst)
    .limit(1)
  return computeLowestPrice([...earlier, ...within], product.price, now)
}
