import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { Variant } from '../catalog/contract.ts'
import { gtinOf } from '../catalog/rules.ts'
import { products } from '../catalog/table.ts'
import { chooseFirst } from './rules.ts'

/** In terms of the products table under its own name, or another. */
const column = (name: string, alias = 'products'): SQL => sql.raw(`"${alias}"."${name}"`)

/** Whether a product is active; a variant also needs its product to be. */
export const isActiveSql = (alias?: string): SQL => sql`(${column('is_active', alias)} and (
  ${column('parent_id', alias)} is null
  or exists (select from ${products} parent where parent.id = ${column('parent_id', alias)} and parent.is_active)
))`

/** Whether a product is sold: it is active, and no product with variants, of which one has to be chosen. */
export const isForSaleSql = (alias?: string): SQL =>
  sql`(${column('options', alias)} is null and ${isActiveSql(alias)})`

/** Whether a product, or that of a variant, is sold as gift cards. Its table is named in text, because `downloads` imports this slice. */
export const isGiftCardSql = (alias?: string): SQL<boolean> => sql<boolean>`exists (
  select from digital_products content
  where content.kind = 'GIFT_CARD' and content.product_id in (${column('id', alias)}, ${column('parent_id', alias)})
)`

/** The same of a product that is no variant. */
export const isListedGiftCardSql = sql<boolean>`exists (
  select from digital_products content where content.kind = 'GIFT_CARD' and content.product_id = ${column('id')}
)`

/** The main picture: a variant without one has that of its product. */
export const imageUrlSql = (alias?: string): SQL<string | null> => sql<string | null>`
  case when ${column('image_url', alias)} is null and ${column('parent_id', alias)} is not null
  then (select parent.image_url from ${products} parent where parent.id = ${column('parent_id', alias)})
  else ${column('image_url', alias)} end`

export const imagesSql = sql<string[]>`
  case when ${column('image_url')} is null and ${column('parent_id')} is not null
  then (select parent.images from ${products} parent where parent.id = ${column('parent_id')})
  else ${column('images')} end`

/** How much is in it: a variant without either has that of its product. */
const contentSql = (name: 'content_ml' | 'content_grams', alias?: string): SQL<number | null> => sql<
  number | null
>`
  case when ${column('content_ml', alias)} is null and ${column('content_grams', alias)} is null and ${column('parent_id', alias)} is not null
  then (select parent.${sql.raw(name)} from ${products} parent where parent.id = ${column('parent_id', alias)})
  else ${column(name, alias)} end`

export const contentColumns = {
  contentMl: contentSql('content_ml'),
  contentGrams: contentSql('content_grams'),
}

/** The available stock; of a product with variants, that of all its active ones. */
export const availableStockSql = sql<number>`
  case when ${column('options')} is null then ${column('stock')} - ${column('reserved_stock')}
  else (
    select coalesce(sum(variant.stock - variant.reserved_stock), 0)::int from ${products} variant
    where variant.parent_id = ${column('id')} and variant.is_active
  ) end`.mapWith(Number)

/** The columns of a product with variants, and of a variant. */
export const variantColumns = {
  options: sql<string[] | null>`case when ${column('parent_id')} is null then ${column('option_facets')} end`,
  maxPrice: products.maxPrice,
  parent: sql<{ id: string; slug: string; name: string } | null>`
    case when ${column('parent_id')} is not null then (
      select json_build_object('id', parent.id, 'slug', parent.slug, 'name', parent.name)
      from ${products} parent where parent.id = ${column('parent_id')}
    ) end`,
  values: products.optionValues,
}

/** The active variants of a product, in the owner's order. */
export async function listActiveVariants(db: Db, productId: string): Promise<z.input<typeof Variant>[]> {
  const rows = await db
    .select({
      ...columnsOf(products, 'id', 'sku', 'slug', 'name', 'price', 'priorPrice', 'saleEndsAt'),
      ...columnsOf(products, 'imageUrl', 'images', 'weight', 'barcode'),
      ...contentColumns,
      values: products.optionValues,
      stock: sql<number>`${products.stock} - ${products.reservedStock}`.mapWith(Number),
    })
    .from(products)
    .where(and(eq(products.parentId, productId), sql`${products.isActive}`))
    .orderBy(asc(products.position), asc(products.id))
  return rows.map(({ weight, barcode, ...variant }) => {
    const gtin = gtinOf(barcode)
    return { ...variant, ...(weight > 0 && { weight }), ...(gtin && { gtin }) }
  })
}

/** The problem of a product that can't be bought: it is gone, or one of its variants has to be chosen. */
export async function notForSaleProblem(db: Db, productIds: string[], goneMessage: string): Promise<Problem> {
  const [product] = await db
    .select({ id: products.id, options: products.options })
    .from(products)
    .where(
      and(isAnyOf(products.id, productIds), sql`${products.isActive} and ${products.options} is not null`),
    )
    .limit(1)
  if (!product) return new Problem('NOT_FOUND', { message: goneMessage, productId: productIds[0] })
  return new Problem('NOT_FOUND', { message: chooseFirst(product.options ?? []), productId: product.id })
}
