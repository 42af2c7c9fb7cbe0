import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { categories, products } from './table.ts'

/** URLs per sitemap; the protocol allows 50,000 (sitemaps.org). */
export const SITEMAP_SIZE = 10_000

export async function countSitemaps(db: Db): Promise<number> {
  const count = await db.$count(products, eq(products.isActive, true))
  return Math.ceil(count / SITEMAP_SIZE)
}

/** The slugs of the active products in one sitemap; sitemaps are numbered from 1. */
export async function listSitemapSlugs(db: Db, sitemap: number): Promise<string[]> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(eq(products.isActive, true))
    .orderBy(asc(products.createdAt), asc(products.id))
    .limit(SITEMAP_SIZE)
    .offset((sitemap - 1) * SITEMAP_SIZE)
  return rows.map(({ slug }) => slug)
}

export async function listNonEmptyCategoryIds(db: Db): Promise<string[]> {
  const onSale = sql`exists (select from ${products} where ${products.categoryId} = ${categories.id} and ${products.isActive})`
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(onSale)
    .orderBy(asc(categories.id))
  return rows.map(({ id }) => id)
}
