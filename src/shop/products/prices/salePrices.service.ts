import { randomUUIDv7 } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { isAnyOf, qualified } from '../../../platform/db/sql.ts'
import { products } from '../catalog/table.ts'
import type { SaleState } from './contract.ts'
import { findPriorPrices, notePriceChangesSql } from './history.service.ts'
import { withSale, type ProductPrices } from './sales.rules.ts'
import { priceEntries, productSales } from './table.ts'

/** The price of a product outside sales; of a product with variants the price of the variants without one of their own. */
export const regularPriceColumn = sql<number>`coalesce(${products.basePrice}, ${products.regularPrice}, ${products.price})`

/** The price of the sale of a product that is planned or runs. */
export const openSalePrice = sql<number | null>`(select open.sale_cents from ${productSales} open
  where open.product_id = "products"."id" and open.due_at is not null)`

/**
 * Whether a variant takes part in the sales of its product: it has the price of its product, or a sale that it got together with another
 * variant.
 */
export const isInProductSale = sql<boolean>`(${qualified(products.followsPrice)} or exists (
  select 1 from ${productSales} own
  join ${products} sibling on sibling.parent_id = ${qualified(products.parentId)} and sibling.id <> ${qualified(products.id)}
  join ${productSales} other on other.product_id = sibling.id and other.created_at = own.created_at
  where own.product_id = ${qualified(products.id)} and own.due_at is not null))`

export const priceColumns = {
  price: products.price,
  regularPrice: products.regularPrice,
  priorPrice: products.priorPrice,
  saleEndsAt: products.saleEndsAt,
}

interface SaleChange {
  productId: string
  before: ProductPrices
  after: ProductPrices
  /** The time of the change by the sale's own dates, not of the read that applied it. */
  at: Date
}

export type StartingSale = Pick<
  typeof productSales.$inferSelect,
  'productId' | 'saleCents' | 'startsAt' | 'endsAt'
>

/** The prices of products whose sales begin. */
export async function begunSales(
  tx: Tx,
  starting: { sale: StartingSale; prices: ProductPrices }[],
): Promise<SaleChange[]> {
  const reductions = starting.map(({ sale: { productId, startsAt }, prices: { price } }) => ({
    productId,
    price,
    at: startsAt,
  }))
  const priors = await findPriorPrices(tx, reductions)
  return starting.map(({ sale: { productId, saleCents, startsAt, endsAt }, prices: before }) => {
    const prior = priors.get(productId) ?? before.price
    return { productId, before, after: withSale(before, { saleCents, endsAt, prior }), at: startsAt }
  })
}

/** Writes prices that a sale changes, with their history, in one statement. The products are locked. */
export async function writePrices(tx: Tx, by: string | null, changes: SaleChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ productId, before, after, at }) => ({
    ...after,
    productId,
    at,
    was: before.price,
    entryId: randomUUIDv7(),
  }))
  // An edit that was under way at the time of the sale may be in the history already: the sale follows it.
  const follows = sql`(select max(created_at) + interval '1 millisecond' from ${priceEntries} e where e.product_id = changed."productId")`
  await tx.execute(sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed(
        "productId" uuid, "entryId" uuid, was int, price int, "regularPrice" int, "priorPrice" int, "saleEndsAt" timestamptz, at timestamptz
      )
    ), recorded as (
      insert into ${priceEntries} (id, product_id, old_cents, new_cents, source, actor_id, created_at)
      select "entryId", "productId", was, price, 'SALE', ${by}::uuid, greatest(at, ${follows})
      from changed where was <> price
    ), noted as (${notePriceChangesSql(sql`select "productId", was from changed where was <> price`)})
    update ${products} p set price = changed.price, regular_price = "regularPrice", prior_price = "priorPrice",
      sale_ends_at = "saleEndsAt"
    from changed where p.id = changed."productId"`)
}

export async function setStates(tx: Tx, saleIds: string[], state: SaleState): Promise<void> {
  if (saleIds.length === 0) return
  await tx.update(productSales).set({ state }).where(isAnyOf(productSales.id, saleIds))
}

/** The sales that are planned or run, with the prices of their products, by product. */
export async function findOpenSales(db: Db, productIds: string[]) {
  if (productIds.length === 0) return new Map<string, never>()
  const rows = await db
    .select({ sale: productSales, prices: priceColumns })
    .from(productSales)
    .innerJoin(products, eq(products.id, productSales.productId))
    .where(and(isAnyOf(productSales.productId, productIds), isNotNull(productSales.dueAt)))
  return new Map(rows.map(row => [row.sale.productId, row]))
}
