import { and, asc, between, desc, eq, gt, like, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { LOW_STOCK_THRESHOLD } from '../../shop/catalog/rules.ts'
import { visibleProductColumns } from '../../shop/catalog/service.ts'
import { foldAccentsSql, productLevels, products } from '../../shop/catalog/table.ts'
import { isProductOrdered } from '../../shop/orders/service.ts'
import type { Db } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type {
  AdminProductDetail,
  ProductListPage,
  ProductListInput,
  ProductListSort,
  AdminProduct,
  StockLevel,
} from './contract.ts'

export type AdminProductRow = z.input<typeof AdminProduct>

const adminProductColumns = {
  ...visibleProductColumns(false),
  stock: products.stock,
  reservedStock: products.reservedStock,
  weight: products.weight,
  length: products.length,
  width: products.width,
  height: products.height,
  version: products.version,
}

const { available } = productLevels
const byName = sql`${products.name} collate "und-x-icu"`

/** Each is an index read forwards or backwards. */
const orders: Record<ProductListSort, SQL[]> = {
  newest: [desc(products.createdAt), desc(products.id)],
  oldest: [asc(products.createdAt), asc(products.id)],
  name: [asc(byName), asc(products.id)],
  'name-last': [desc(byName), desc(products.id)],
  'price-low': [asc(products.price), asc(products.id)],
  'price-high': [desc(products.price), desc(products.id)],
  'stock-low': [asc(available), asc(productLevels.productId)],
  'stock-high': [desc(available), desc(productLevels.productId)],
}

/** More are not counted; of words, sooner: each hit is looked at. */
const MOST_COUNTED = 10_000
const MOST_FOUND = 1000

/** Without a page all of them, as the shop's own lists are; with one that page, in two statements however many there are. */
export async function findAdminProducts(
  db: Db,
  search: ProductListInput,
): Promise<AdminProductRow[] | (Omit<ProductListPage, 'items'> & { items: AdminProductRow[] })> {
  const { q, stock, sort, page, pageSize } = search
  const order = orders[sort]
  const ids = idsOf(db, search, sort)
  const offset = page === undefined ? 0 : (page - 1) * pageSize
  const cut = (page === undefined ? ids : ids.limit(pageSize).offset(offset)).as('cut')
  const items = await db
    .select(adminProductColumns)
    .from(cut)
    .innerJoin(products, eq(products.id, cut.id))
    .innerJoin(productLevels, eq(productLevels.productId, cut.id))
    .orderBy(...order)
  if (page === undefined) return items
  // Along an index that holds all that is asked about, so that the table itself is not gone through.
  const counted = idsOf(db, search, stock ? 'stock-low' : 'newest')
    .limit(q ? MOST_FOUND : MOST_COUNTED)
    .as('counted')
  const [found] = await db.select({ total: sql<number>`count(*)::int` }).from(counted)
  return { items, total: found?.total ?? 0, page, pageSize }
}

/** In this order, from the levels alone, from the products alone, or from both: whatever it takes to tell. */
function idsOf(db: Db, search: ProductListInput, sort: ProductListSort) {
  const { productId } = productLevels
  const ofProducts = and(...productConditions(search))
  const ofLevels = search.stock && levels[search.stock]
  const isByLevel = sort.startsWith('stock')
  const fromLevels = db.select({ id: productId }).from(productLevels).$dynamic()
  const fromProducts = db.select({ id: products.id }).from(products).$dynamic()
  const order = orders[sort]
  if (isByLevel && !ofProducts) return fromLevels.where(ofLevels).orderBy(...order)
  if (!isByLevel && !ofLevels) return fromProducts.where(ofProducts).orderBy(...order)
  return fromProducts
    .innerJoin(productLevels, eq(productId, products.id))
    .where(and(ofProducts, ofLevels))
    .orderBy(...order)
}

const levels: Record<StockLevel, SQL | undefined> = {
  enough: gt(available, LOW_STOCK_THRESHOLD),
  low: between(available, 1, LOW_STOCK_THRESHOLD),
  out: lte(available, 0),
}

type ProductFilter = Pick<ProductListInput, 'q' | 'categoryId' | 'active' | 'stock'>

/** Which products a search finds, of the products alone. */
export function productListCondition({ stock, ...search }: ProductFilter): SQL | undefined {
  const isAtLevel = sql`${products.id} in (
    select ${productLevels.productId} from ${productLevels} where ${stock && levels[stock]}
  )`
  return and(...productConditions(search), stock && isAtLevel)
}

/** Of flags the words are written out: with a parameter in their place a plan could not use their own index. */
function productConditions({ q, categoryId, active }: Omit<ProductFilter, 'stock'>): (SQL | undefined)[] {
  const flags = { true: sql`${products.isActive}`, false: sql`not ${products.isActive}` }
  return [
    ...q.split(/\s+/).filter(Boolean).map(matchesWord),
    categoryId ? eq(products.categoryId, categoryId) : undefined,
    active && flags[active],
  ]
}

/** A word is any part of the name or SKU; one or two letters are the beginning of a word in it. */
function matchesWord(word: string): SQL {
  const part = word.replace(/[\\%_]/g, String.raw`\$&`)
  return like(products.naming, foldAccentsSql(sql`${word.length < 3 ? `% ${part}%` : `%${part}%`}::text`))
}

/** @throws Problem NOT_FOUND */
export async function findAdminProduct(
  db: Db,
  productId: string,
): Promise<z.input<typeof AdminProductDetail>> {
  const [product] = await db.select(adminProductColumns).from(products).where(eq(products.id, productId))
  if (!product) throw productNotFound()
  return { ...product, wasOrdered: await isProductOrdered(db, productId) }
}

export const productNotFound = () => new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
