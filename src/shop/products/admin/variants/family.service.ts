import { and, asc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { columnsOf } from '../../../../platform/db/sql.ts'
import { Problem } from '../../../../wire/problem.ts'
import { isInProductSale, priceColumns } from '../../prices/salePrices.service.ts'
import { regularPriceOf, withRegularPrice } from '../../prices/sales.rules.ts'
import { recordRegularPrices } from '../../prices/sales.service.ts'
import { products } from '../../catalog/table.ts'
import { sharedFields, variantName } from '../../variants/rules.ts'
import type { ProductChange } from '../contract.ts'

type Product = typeof products.$inferSelect
type ChangedFields = Partial<ProductChange>

/** A product and its variants, or one of them and its product: whose sales may be due. */
export async function findFamilyIds(db: Db, productId: string): Promise<string[]> {
  const own = sql`(select coalesce(parent_id, id) from ${products} where id = ${productId})`
  const family = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = ${own} or ${products.parentId} = ${own}`)
  return family.map(({ id }) => id)
}

/**
 * Locks a product; of a variant its product first, as all do who change variants, because the trigger that follows their prices will.
 * @returns undefined when there is none
 */
export async function lockProduct(tx: Tx, productId: string): Promise<Product | undefined> {
  await tx.execute(sql`
    select id from ${products} where id = (select parent_id from ${products} where id = ${productId}) for no key update`)
  const [product] = await tx.select().from(products).where(eq(products.id, productId)).for('update')
  return product
}

/**
 * @throws Problem INVALID_INPUT for fields that a variant has from its product, and for the stock of a product that has variants
 */
export function assertOwnFields(before: Product, change: ChangedFields, shownStock: number): void {
  const fields: Record<string, string> = {}
  if (before.parentId !== null)
    for (const name of ['name', ...sharedFields] as const)
      if (change[name] !== undefined && change[name] !== before[name])
        fields[name] = 'Dit heeft een variant van zijn product.'
  if (before.options !== null && change.stock !== undefined && change.stock !== shownStock)
    fields['stock'] = 'Vul de voorraad in bij de varianten.'
  if (Object.keys(fields).length > 0) throw new Problem('INVALID_INPUT', { fields })
}

/** The units of a product with variants, as an admin sees them. */
export async function readShownStock(tx: Tx, { id, stock, options }: Product): Promise<number> {
  if (options === null) return stock
  const [sum] = await tx
    .select({ stock: sql<number>`coalesce(sum(${products.stock}), 0)::int` })
    .from(products)
    .where(eq(products.parentId, id))
  return stock + (sum?.stock ?? 0)
}

/**
 * Copies changed fields of a locked product to its variants: the name, the shared fields, and the price to those without one of their own. As
 * many statements for a hundred variants as for one.
 */
export async function updateVariantsOf(
  tx: Tx,
  before: Product,
  change: ChangedFields,
  by: string,
): Promise<void> {
  const shared = Object.fromEntries(
    sharedFields.flatMap(name =>
      change[name] !== undefined && change[name] !== before[name] ? [[name, change[name]]] : [],
    ),
  ) as Partial<Product>
  const isRenamed = change.name !== undefined && change.name !== before.name
  const isRepriced = change.price !== undefined && change.price !== before.basePrice
  if (Object.keys(shared).length === 0 && !isRenamed && !isRepriced) return
  const variants = await tx
    .select({ ...columnsOf(products, 'id', 'optionValues', 'followsPrice'), prices: priceColumns })
    .from(products)
    .where(eq(products.parentId, before.id))
    .orderBy(asc(products.id))
    .for('update')
  if (Object.keys(shared).length > 0)
    await tx.update(products).set(shared).where(eq(products.parentId, before.id))
  if (!isRenamed && !isRepriced) return
  const { name = before.name, price } = change
  const rows = variants.map(({ id, optionValues, followsPrice, prices }) => ({
    id,
    name: variantName(name, optionValues),
    prices,
    after: followsPrice && price !== undefined ? withRegularPrice(prices, price) : prices,
  }))
  const written = rows.map(({ id, name: full, after }) => ({ id, name: full, ...after }))
  await tx.execute(sql`
    update ${products} p set name = new.name, price = new.price, regular_price = new."regularPrice",
      prior_price = new."priorPrice", sale_ends_at = new."saleEndsAt"
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as new(
      id uuid, name text, price int, "regularPrice" int, "priorPrice" int, "saleEndsAt" timestamptz
    ) where p.id = new.id`)
  const repriced = rows.map(({ id: productId, prices, after }) => ({ productId, before: prices, after }))
  await recordRegularPrices(tx, repriced, { by, source: 'FORM' })
}

/** The products of a new sale: itself, or those of its variants that have its price. The product is locked. */
export const lockSaleTargets = (tx: Tx, product: Product) => lockSold(tx, product, products.followsPrice)

/** The products that a sale of a product that is planned or runs can include. The product is locked. */
export const lockProductSales = (tx: Tx, product: Product) => lockSold(tx, product, isInProductSale)

/** Locks a product, or those of its variants that are chosen. */
async function lockSold(
  tx: Tx,
  product: Product,
  chosen: SQLWrapper,
): Promise<{ productId: string; regularPrice: number }[]> {
  if (product.options === null) return [{ productId: product.id, regularPrice: regularPriceOf(product) }]
  const rows = await tx
    .select({ id: products.id, ...priceColumns })
    .from(products)
    .where(and(eq(products.parentId, product.id), sql`${chosen}`))
    .orderBy(asc(products.id))
    .for('update')
  return rows.map(({ id: productId, ...prices }) => ({ productId, regularPrice: regularPriceOf(prices) }))
}
