import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isAnyOf, qualified, sqlTimestamp, unnestRows } from '../../../platform/db/sql.ts'
import type { PriceSource } from './contract.ts'
import {
  computeLowestPrice,
  computePriorPrice,
  OMNIBUS_WINDOW_MS,
  type LowestPriceResult,
} from './history.rules.ts'
import { changedPrices, priceEntries } from './table.ts'

export interface PriceChange {
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
  const entries = repriced.filter(({ from, to }) => from !== to)
  if (entries.length === 0) return
  const rows = unnestRows('repriced', entries, {
    id: ['uuid', () => randomUUIDv7()],
    product_id: ['uuid', entry => entry.productId],
    old_cents: ['int', entry => entry.from],
    new_cents: ['int', entry => entry.to],
  })
  await tx.execute(sql`
    with repriced as (select * from ${rows}), noted as (
      ${notePriceChangesSql(sql`select product_id, old_cents from repriced where old_cents is not null`)}
    )
    insert into ${priceEntries} (id, product_id, old_cents, new_cents, source, actor_id)
    select id, product_id, old_cents, new_cents, ${source}, ${by}::uuid from repriced`)
}

/** Part of a statement: notes products with their earlier prices, for the work that follows a change of price. */
export const notePriceChangesSql = (changes: SQL): SQL => sql`
  insert into ${changedPrices} as noted (product_id, old_cents) ${changes} order by 1
  on conflict (product_id) do update set old_cents = greatest(noted.old_cents, excluded.old_cents)`

const { oldCents, newCents, createdAt: at } = priceEntries
const priceChange = { oldCents, newCents, at }
export const newestPriceFirst = [desc(at), desc(priceEntries.id)]

/** The prices of the Omnibus directive of one product, whose present price is given. */
export async function findLowestPrice(
  db: Db,
  product: { id: string; price: number },
  now: Date,
): Promise<LowestPriceResult> {
  const own = eq(priceEntries.productId, product.id)
  const findNewest = (condition: SQL | undefined) =>
    db
      .select(priceChange)
      .from(priceEntries)
      .where(condition)
      .orderBy(...newestPriceFirst)
      .limit(1)
  const [last] = await findNewest(own)
  if (!last) return { lowestCents: product.price, priorCents: null, since: null }
  const from = new Date(Math.min(last.at.getTime(), now.getTime()) - OMNIBUS_WINDOW_MS)
  const within = await db
    .select(priceChange)
    .from(priceEntries)
    .where(and(own, gte(at, from)))
    .orderBy(at, priceEntries.id)
  const earlier = await findNewest(and(own, lt(at, from)))
  return computeLowestPrice([...earlier, ...within], product.price, now)
}

/**
 * The lowest price of the 30 days before each reduction, by product, in one statement.
 * @param reductions `price`: the price just before it
 */
export async function findPriorPrices(
  db: Db,
  reductions: { productId: string; price: number; at: Date }[],
): Promise<Map<string, number>> {
  if (reductions.length === 0) return new Map()
  const from = new Date(Math.min(...reductions.map(each => each.at.getTime())) - OMNIBUS_WINDOW_MS)
  const before = sql`(select max(b.created_at) from ${priceEntries} b
    where b.product_id = ${qualified(priceEntries.productId)} and b.created_at < ${sqlTimestamp(from)})`
  const ids = reductions.map(({ productId }) => productId)
  const entries = await db
    .select({ productId: priceEntries.productId, ...priceChange })
    .from(priceEntries)
    .where(and(isAnyOf(priceEntries.productId, ids), sql`${at} >= coalesce(${before}, '-infinity')`))
    .orderBy(at, priceEntries.id)
  const byProduct = Map.groupBy(entries, ({ productId }) => productId)
  return new Map(
    reductions.map(reduction => {
      const own = byProduct.get(reduction.productId) ?? []
      const earlier = own.filter(entry => entry.at < reduction.at)
      return [reduction.productId, computePriorPrice(earlier, reduction.price, reduction.at)]
    }),
  )
}
