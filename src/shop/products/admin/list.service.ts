import { and, asc, between, desc, eq, gt, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import { visibleProductColumns } from '../catalog/service.ts'
import { findOpenSales, isInProductSale, regularPriceColumn } from '../prices/salePrices.service.ts'
import { foldAccentsSql, stockLevels, products } from '../catalog/table.ts'
import { isProductOrdered } from '../../orders/service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf, escapeLike } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ProductListInput, ProductListSort, AdminProduct, StockLevel } from './contract.ts'
import { maxCounted } from './list.rules.ts'
import { isMissingSafetyInfo } from './safety/missing.service.ts'

export type AdminProductRow = z.input<typeof AdminProduct>

/** A product with variants has the units of all of them, and those it had itself until they are moved. */
const ownOrVariantsSum = (column: 'stock' | 'reserved_stock') => {
  const own = sql.raw(`"products"."${column}"`)
  return sql<number>`case when "products"."options" is null then ${own} else ${own} + (
    select coalesce(sum(variant.${sql.raw(column)}), 0)::int from ${products} variant where variant.parent_id = "products"."id"
  ) end`.mapWith(Number)
}

const adminProductColumns = {
  ...visibleProductColumns(false),
  options: products.options,
  barcode: products.barcode,
  contentMl: products.contentMl,
  contentGrams: products.contentGrams,
  variantCount: sql<number | null>`case when "products"."options" is not null then (
    select count(*)::int from ${products} variant where variant.parent_id = "products"."id"
  ) end`,
  price: regularPriceColumn,
  salePrice: sql<number | null>`case when ${products.regularPrice} is not null then ${products.price} end`,
  purchasePrice: products.purchasePrice,
  stock: ownOrVariantsSum('stock'),
  reservedStock: ownOrVariantsSum('reserved_stock'),
  hasSexualContent: products.hasSexualContent,
  taxClass: products.taxClass,
  weight: products.weight,
  length: products.length,
  width: products.width,
  height: products.height,
  version: products.version,
}

const { available } = stockLevels
const byName = sql`${products.name} collate "und-x-icu"`

/** Each follows an index, in either direction. */
const orders: Record<ProductListSort, SQL[]> = {
  newest: [desc(products.createdAt), desc(products.id)],
  oldest: [asc(products.createdAt), asc(products.id)],
  name: [asc(byName), asc(products.id)],
  'name-last': [desc(byName), desc(products.id)],
  'price-low': [asc(products.price), asc(products.id)],
  'price-high': [desc(products.price), desc(products.id)],
  'stock-low': [asc(available), asc(stockLevels.productId)],
  'stock-high': [desc(available), desc(stockLevels.productId)],
}

/**
 * All products, or one page of them, with two statements. Variants are found with their product; a list by stock has the
 * variants, each by itself, in place of their products.
 * @param threshold at this many units or fewer a product is low; 0: never
 */
export async function findAdminProducts(db: Db, search: ProductListInput, threshold: number) {
  const { q, stock, sort, page, pageSize } = search
  const order = orders[sort]
  const ids = selectIds(db, search, sort, threshold)
  const offset = page === undefined ? 0 : (page - 1) * pageSize
  const found = (page === undefined ? ids : ids.limit(pageSize).offset(offset)).as('found')
  const items = await db
    .select(adminProductColumns)
    .from(found)
    .innerJoin(products, eq(products.id, found.id))
    .leftJoin(stockLevels, eq(stockLevels.productId, found.id))
    .orderBy(...order)
  if (page === undefined) return items
  // Ordered so that the count can be read from an index alone.
  const counted = selectIds(db, search, stock ? 'stock-low' : 'newest', threshold)
    .limit(maxCounted(q))
    .as('counted')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(counted)
  return { items, total: row?.total ?? 0, page, pageSize }
}

/** The newest products that match, inactive ones too. */
export function searchAdminProducts(db: Db, q: string, limit: number) {
  const { id, name, sku, isActive } = products
  return db
    .select({ id, name, sku, isActive })
    .from(products)
    .where(mainProductCondition({ q }))
    .orderBy(...orders.newest)
    .limit(limit)
}

/**
 * The ids of the products found, in order: from the stock levels, the products, or both joined, as filters and order
 * require.
 */
function selectIds(db: Db, search: ProductListInput, sort: ProductListSort, threshold: number) {
  const { productId } = stockLevels
  const isBySold = search.stock !== undefined || sort.startsWith('stock')
  const productCondition = isBySold ? and(...productConditions(search)) : mainProductCondition(search)
  const levelCondition = search.stock && isAtStockLevel(search.stock, threshold)
  const isByLevel = sort.startsWith('stock')
  const fromLevels = db.select({ id: productId }).from(stockLevels).$dynamic()
  const fromProducts = db.select({ id: products.id }).from(products).$dynamic()
  const order = orders[sort]
  if (isByLevel && !productCondition) return fromLevels.where(levelCondition).orderBy(...order)
  if (!isByLevel && !levelCondition) return fromProducts.where(productCondition).orderBy(...order)
  return fromProducts
    .innerJoin(stockLevels, eq(productId, products.id))
    .where(and(productCondition, levelCondition))
    .orderBy(...order)
}

/** As `isLowOnStock` and `isSoldOut` say it. */
const isAtStockLevel = (level: StockLevel, threshold: number): SQL =>
  ({
    enough: gt(available, threshold),
    low: between(available, 1, threshold),
    out: lte(available, 0),
  })[level]

type ProductFilter = Pick<ProductListInput, 'q' | 'categoryId' | 'active' | 'stock' | 'lacks'>

/** The condition of a search, in terms of the products table alone; as in the list, variants by themselves only by stock. */
export function productListCondition(
  { stock, ...search }: ProductFilter,
  threshold: number,
): SQL | undefined {
  const isAtLevel =
    stock &&
    sql`${products.id} in (
      select ${stockLevels.productId} from ${stockLevels} where ${isAtStockLevel(stock, threshold)}
    )`
  return stock ? and(...productConditions(search), isAtLevel) : mainProductCondition(search)
}

/** The same for a file: a product comes with its variants. */
export function productExportCondition(search: ProductFilter, threshold: number): SQL | undefined {
  const found = productListCondition(search, threshold)
  return sql`(${found} or ${products.parentId} in (select ${products.id} from ${products} where ${found}))`
}

/** Flags are written as literals: with a parameter the planner could not use their partial index. */
function productConditions({
  q,
  categoryId,
  active,
  lacks,
}: Omit<ProductFilter, 'stock'>): (SQL | undefined)[] {
  const flags = { true: sql`${products.isActive}`, false: sql`not ${products.isActive}` }
  return [
    ...q
      .split(/\s+/)
      .filter(Boolean)
      .map(word => matchesWord(word)),
    categoryId ? eq(products.categoryId, categoryId) : undefined,
    active && flags[active],
    lacks && isMissingSafetyInfo(lacks),
  ]
}

/** Of products that are no variants: found by their own words, or those of a variant. */
function mainProductCondition({ q, ...flags }: Omit<ProductFilter, 'stock'>): SQL | undefined {
  const words = q.split(/\s+/).filter(Boolean)
  const ofVariant = words.map(word => matchesWord(word, sql`variant.search_name`))
  // An array, so that both can be found by an index.
  const isFound = sql`(${and(...words.map(word => matchesWord(word)))} or ${products.id} = any (array(
    select variant.parent_id from ${products} variant where variant.parent_id is not null and ${and(...ofVariant)}
    limit ${MAX_FOUND_VARIANTS}
  )))`
  return and(
    sql`${products.parentId} is null`,
    words.length > 0 ? isFound : undefined,
    ...productConditions({ q: '', ...flags }),
  )
}

const MAX_FOUND_VARIANTS = sql.raw('1000')

/** Matches any part of the name or SKU; one or two letters match only the beginning of a word. */
function matchesWord(word: string, searchName: SQLWrapper = products.searchName): SQL {
  const part = escapeLike(word)
  return sql`${searchName} like ${foldAccentsSql(sql`${word.length < 3 ? `% ${part}%` : `%${part}%`}::text`)}`
}

/** @throws Problem NOT_FOUND */
export async function findAdminProduct(db: Db, productId: string) {
  const [product] = await db.select(adminProductColumns).from(products).where(eq(products.id, productId))
  if (!product) throw productNotFound()
  const variants = product.options && (await listAdminVariants(db, productId, product.options.length))
  const open = await findOpenSale(db, productId, variants !== null)
  const sale = open && {
    ...open.sale,
    salePrice: open.sale.saleCents,
    isRunning: open.sale.state === 'RUNNING',
  }
  return {
    ...product,
    wasOrdered: await isProductOrdered(db, productId),
    ...(sale && { sale }),
    ...(variants && { variants }),
  }
}

/** The sale of a product; of one with variants that of those that have its price, or else that of others that got one together. */
async function findOpenSale(db: Db, productId: string, hasVariants: boolean) {
  if (!hasVariants) return (await findOpenSales(db, [productId])).get(productId)
  const sold = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.parentId, productId), isInProductSale))
    .orderBy(desc(products.followsPrice), asc(products.id))
  const ids = sold.map(({ id }) => id)
  const open = await findOpenSales(db, ids)
  return ids.map(id => open.get(id)).find(found => found !== undefined)
}

/** All variants in order, but those of options that the product no longer has: they were ordered, and stay off. */
async function listAdminVariants(db: Db, productId: string, optionCount: number) {
  const rows = await db
    .select({
      ...columnsOf(
        products,
        'id',
        'sku',
        'stock',
        'reservedStock',
        'weight',
        'barcode',
        'imageUrl',
        'images',
      ),
      ...columnsOf(products, 'isActive', 'position', 'followsPrice', 'purchasePrice'),
      values: products.optionValues,
      effectivePrice: regularPriceColumn,
    })
    .from(products)
    .where(
      and(
        eq(products.parentId, productId),
        sql`(${products.isActive} or cardinality(${products.optionValues}) = ${optionCount})`,
      ),
    )
    .orderBy(asc(products.position), asc(products.id))
  return rows.map(({ followsPrice, ...variant }) => ({
    ...variant,
    price: followsPrice ? null : variant.effectivePrice,
  }))
}

export const productNotFound = () => new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
