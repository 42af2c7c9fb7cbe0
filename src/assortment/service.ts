import { and, asc, count, desc, eq, like, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { changesOf } from '../audit/rules.ts'
import { record } from '../audit/service.ts'
import { visibleProduct } from '../catalog/service.ts'
import { countStock, receiveStock } from '../catalog/shelf.service.ts'
import { pastExpiredHolds } from '../catalog/stock.service.ts'
import { folded, products } from '../catalog/table.ts'
import { wordQuery } from '../catalog/search.service.ts'
import { wasOrdered } from '../orders/service.ts'
import { databaseError, type Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { NewProduct, ProductChange, ShelfPage, ShelfSearch, ShelvedProduct } from './contract.ts'
import { freeSlug, slugOf } from './slug.rules.ts'

type Shelved = z.input<typeof ShelvedProduct>

const shelved = {
  ...visibleProduct(false),
  stock: products.stock,
  reservedStock: products.reservedStock,
  weight: products.weight,
  length: products.length,
  width: products.width,
  height: products.height,
}

const orders: Record<ShelfSearch['sort'], SQL[]> = {
  name: [asc(products.name), asc(products.id)],
  price: [asc(products.price), asc(products.id)],
  stock: [asc(sql`${products.stock} - ${products.reservedStock}`), asc(products.id)],
  newest: [desc(products.createdAt), desc(products.id)],
}

/** Without a page all of them, as the shop's own lists are; with one that page, in two statements however many there are. */
export async function searchShelf(
  db: Db,
  search: ShelfSearch,
): Promise<Shelved[] | (Omit<ShelfPage, 'items'> & { items: Shelved[] })> {
  const { sort, page, pageSize } = search
  const where = and(...conditionsOf(search))
  const found = db
    .select(shelved)
    .from(products)
    .where(where)
    .orderBy(...orders[sort])
  if (page === undefined) return found
  const items = await found.limit(pageSize).offset((page - 1) * pageSize)
  const [counted] = await db.select({ total: count() }).from(products).where(where)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

/** What is typed is a beginning of a SKU, or words of the name and description. */
function conditionsOf({ q, categoryId, active, soldOut }: ShelfSearch): (SQL | undefined)[] {
  const words = wordQuery(q)
  const isLeft = sql`${products.stock} > ${products.reservedStock}`
  return [
    q
      ? or(
          like(products.sku, `${q.replace(/[\\%_]/g, String.raw`\$&`)}%`),
          words ? matches(words) : undefined,
        )
      : undefined,
    categoryId ? eq(products.categoryId, categoryId) : undefined,
    active ? eq(products.isActive, active === 'true') : undefined,
    soldOut ? (soldOut === 'true' ? sql`not ${isLeft}` : isLeft) : undefined,
  ]
}

const matches = (words: string): SQL =>
  sql`${products.search} @@ to_tsquery('dutch', ${folded(sql`${words}::text`)})`

/** @throws Problem NOT_FOUND */
export async function readShelf(db: Db, productId: string): Promise<Shelved> {
  const [product] = await db.select(shelved).from(products).where(eq(products.id, productId))
  if (!product) throw gone()
  return product
}

const gone = () => new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })

/** @throws Problem SKU_TAKEN; INVALID_INPUT for a category that is gone. */
export async function addProduct(db: Db, by: string, product: NewProduct): Promise<Shelved> {
  const wanted = slugOf(product.name)
  const made = await refusing(() =>
    db.transaction(async tx => {
      // Who adds another of the same name waits, and then sees this one's address.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${wanted}`}, 0))`)
      const taken = await tx
        .select({ slug: products.slug })
        .from(products)
        .where(like(products.slug, `${wanted}%`))
      const slug = freeSlug(
        wanted,
        taken.map(row => row.slug),
      )
      const [row] = await tx
        .insert(products)
        .values({ ...product, slug })
        .returning({ id: products.id, stock: products.stock })
      if (!row) return
      await receiveStock(tx, [row])
      const { name, sku, price, stock } = product
      const details = { name, sku, price, stock }
      await record(tx, { by, action: 'PRODUCT_ADDED', subjectId: row.id, details })
      return row
    }),
  )
  return readShelf(db, made?.id as string)
}

/**
 * Changes what is given. A new stock is compared with what is held for open orders under the product's lock, and stands
 * in the book of pieces with its reason. What was held for longer than it may be does not stand in its way.
 * @throws Problem NOT_FOUND; SKU_TAKEN; STOCK_RESERVED with `reservedStock`; STOCK_CHANGED with `stock`; INVALID_INPUT for a
 * category that is gone.
 */
export async function editProduct(db: Db, by: string, change: ProductChange, now: Date): Promise<Shelved> {
  const { productId, stock, expectedStock, reason, ...fields } = change
  const edit = () =>
    db.transaction(async tx => {
      const [before] = await tx.select().from(products).where(eq(products.id, productId)).for('update')
      if (!before) throw gone()
      if (stock !== undefined) await countStock(tx, productId, { stock, expectedStock, reason })
      if (Object.values(fields).some(value => value !== undefined))
        await tx.update(products).set(fields).where(eq(products.id, productId))
      const details = changesOf(before, { ...fields, stock })
      if (Object.keys(details).length > 0)
        await record(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
    })
  await refusing(() => pastExpiredHolds(db, now, edit))
  return readShelf(db, productId)
}

/**
 * Erases a product; one that was ever ordered stands on invoices, and is taken off sale.
 * @throws Problem NOT_FOUND
 */
export const dropProduct = (db: Db, by: string, productId: string): Promise<null> =>
  db.transaction(async tx => {
    const [product] = await tx
      .select({ id: products.id })
      .from(products)
      .where(eq(products.id, productId))
      .for('update')
    if (!product) throw gone()
    const wasSold = await wasOrdered(tx, productId)
    const details = { erased: !wasSold }
    await record(tx, { by, action: 'PRODUCT_REMOVED', subjectId: productId, details })
    if (wasSold) {
      await tx.update(products).set({ isActive: false }).where(eq(products.id, productId))
      return null
    }
    await countStock(tx, productId, { stock: 0, reason: 'erased' })
    await tx.delete(products).where(eq(products.id, productId))
    return null
  })

/** What two keepers can get in each other's way with, as the constraints say it. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message = '' } = databaseError(error)
    if (code === '23505') throw new Problem(message.includes('sku') ? 'SKU_TAKEN' : 'CONFLICT')
    if (code === '23503' && message.includes('category'))
      throw new Problem('INVALID_INPUT', { fields: { categoryId: 'Selecteer een categorie' } })
    throw error
  }
}
