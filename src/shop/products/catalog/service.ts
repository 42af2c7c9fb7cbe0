import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, qualified } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { Category, Product } from './contract.ts'
import { gtinOf, isUuid, PLACEHOLDER_RATING } from './rules.ts'
import { productRelations } from './related.table.ts'
import { productSafetySql } from '../safety/service.ts'
import { categories, products } from './table.ts'
import {
  availableStockSql,
  contentColumns,
  imagesSql,
  imageUrlSql,
  isActiveSql,
  isGiftCardSql,
  isListedGiftCardSql,
  listActiveVariants,
  variantColumns,
} from '../variants/service.ts'
import { currentBody } from '../../../people/content/cache.service.ts'
import type { ContentCache } from '../../../platform/platform.ts'
import { synonymsContent, toSynonymQuery } from '../search/synonyms.rules.ts'

/**
 * The columns of a product that a visitor may see; `stock` is the available stock.
 * @param placeholder whether a product without a review shows a placeholder rating
 */
export const visibleProductColumns = (placeholder: boolean) => ({
  ...columnsOf(products, 'id', 'sku', 'slug', 'name', 'description', 'price', 'shippingCost'),
  ...columnsOf(products, 'priorPrice', 'saleEndsAt', 'categoryId'),
  imageUrl: imageUrlSql(),
  images: imagesSql,
  stock: availableStockSql,
  ...columnsOf(products, 'isActive', 'showShippingOptions', 'showCommentsField', 'hygieneSealed'),
  rating: sql<number | null>`coalesce(
    round(${products.ratingSum}::numeric / nullif(${products.reviewCount}, 0), 1)::float8,
    ${placeholder ? PLACEHOLDER_RATING : null}::float8
  )`,
  ...columnsOf(products, 'reviewCount', 'createdAt'),
  ...variantColumns,
  ...contentColumns,
  isGiftCard: isGiftCardSql(),
})

/** The same of listed products, which are no variants: PostgreSQL would prepare to read the product of each. */
export const listedProductColumns = (placeholder: boolean) => {
  const { parent: _parent, values: _values, ...columns } = visibleProductColumns(placeholder)
  return {
    ...columns,
    ...columnsOf(products, 'imageUrl', 'images', 'contentMl', 'contentGrams'),
    options: products.optionFacets,
    isGiftCard: isListedGiftCardSql,
  }
}

/** The condition of lists: no variants by themselves. Without a parameter: a cached plan with one could not use the partial indexes. */
export const isListedProduct = sql`${products.isActive} and ${products.parentId} is null`

type VisibleProduct = z.input<typeof Product>

/** All active products, oldest first, in one statement. */
export const listActiveProducts = (db: Db, placeholderRating: boolean): Promise<VisibleProduct[]> =>
  db
    .select(listedProductColumns(placeholderRating))
    .from(products)
    .where(isListedProduct)
    .orderBy(asc(products.createdAt), asc(products.id))

/**
 * An active product or variant, in one statement; a product with variants takes another.
 * @throws Problem NOT_FOUND when there is no active product of this id or slug.
 */
export async function readActiveProduct(db: Db, idOrSlug: string, placeholderRating: boolean) {
  const [product] = await db
    .select({
      ...visibleProductColumns(placeholderRating),
      related: relatedIds,
      owned: products.options,
      barcode: products.barcode,
      safety,
    })
    .from(products)
    .where(and(isActiveSql(), eq(isUuid(idOrSlug) ? products.id : products.slug, idOrSlug)))
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const { related, owned, safety: known, barcode, ...rest } = product
  // A product with variants is not sold itself.
  const gtin = owned ? undefined : gtinOf(barcode)
  return {
    ...rest,
    ...(related.length > 0 && { related }),
    ...(known && { safety: known }),
    ...(gtin && { gtin }),
    ...(owned && { variants: await listActiveVariants(db, rest.id) }),
  }
}

/** A variant has that of its product. */
const safety = productSafetySql(sql`coalesce("products"."parent_id", "products"."id")`)

/** The products that an admin chose, of which each is for sale. */
const relatedIds = sql<string[]>`array(
  select chosen.related_id::text from ${productRelations} chosen join ${products} other on other.id = chosen.related_id
  where chosen.product_id = "products"."id" and other.is_active and other.parent_id is null order by chosen.position
)`

/** All categories, as a Dutch reader sorts them: the database's own collation puts capitals first and accents last. */
export const listAllCategories = (db: Db): Promise<Category[]> =>
  db
    .select()
    .from(categories)
    .orderBy(sql`${categories.name} collate "und-x-icu"`, asc(categories.id))

/** URLs per sitemap; the protocol allows 50,000 (sitemaps.org). */
const SITEMAP_SIZE = 10_000

export async function countSitemaps(db: Db): Promise<number> {
  const count = await db.$count(products, isListedProduct)
  return Math.ceil(count / SITEMAP_SIZE)
}

/** The slugs of the active products in one sitemap; sitemaps are numbered from 1. */
export async function listSitemapSlugs(db: Db, sitemap: number): Promise<string[]> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(isListedProduct)
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(SITEMAP_SIZE)
    .offset((sitemap - 1) * SITEMAP_SIZE)
  return rows.map(({ slug }) => slug)
}

export async function listNonEmptyCategoryIds(db: Db): Promise<string[]> {
  const onSale = sql`exists (select from ${products} where ${products.categoryId} = ${qualified(categories.id)} and ${isListedProduct})`
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(onSale)
    .orderBy(asc(categories.id))
  return rows.map(({ id }) => id)
}

/** The words of a search with the synonyms of the published list, which every node has in memory; null when they have none. */
export const findSynonyms = (content: ContentCache, q: string): string | null =>
  toSynonymQuery(q, currentBody(content, synonymsContent))
