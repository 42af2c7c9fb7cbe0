import { eq, sql } from 'drizzle-orm'
import { recordAuditEntry } from '../../../../people/audit/service.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { columnsOf, isAnyOf } from '../../../../platform/db/sql.ts'
import { Problem, problems } from '../../../../wire/problem.ts'
import { applyDueSales } from '../../prices/dueSales.service.ts'
import { regularPriceOf } from '../../prices/sales.rules.ts'
import { endSales } from '../../prices/sales.service.ts'
import { retryWithoutExpiredHolds } from '../../stock/expiredHolds.service.ts'
import { products } from '../../catalog/table.ts'
import { findProductsWithCodes } from '../../../downloads/codes.service.ts'
import { findProductsInCarts } from '../../../cart/service.ts'
import { findOrderedProducts } from '../../../orders/service.ts'
import { assignPictures } from '../../../pictures/service.ts'
import { findAdminProduct, productNotFound } from '../list.service.ts'
import { mapConstraintErrors } from '../service.ts'
import { planVariants, type LockedVariant, type VariantPlan } from './plan.rules.ts'
import type { VariantGrid } from './contract.ts'
import { findGridErrors, keyOf, stockForFirst } from './rules.ts'
import { changeVariants, eraseVariants, insertVariants, lockVariants, moveStock } from './rows.service.ts'

export type LockedParent = typeof products.$inferSelect

/**
 * Sets all options and variants of a product, in one transaction with as many statements for a hundred variants as for one.
 * @throws Problem NOT_FOUND; INVALID_INPUT with the row and column of each bad cell; PRODUCT_CHANGED when its version differs;
 * SKU_TAKEN, STOCK_CHANGED, STOCK_RESERVED and STOCK_FROM_CODES with the row; CONFLICT for a variant, and when an ordered variant
 * would be removed
 */
export async function setVariants(db: Db, by: string, grid: VariantGrid, now: Date) {
  const fields = findGridErrors(grid)
  if (Object.keys(fields).length > 0) throw new Problem('INVALID_INPUT', { fields })
  const { productId } = grid
  const family = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = ${productId} or ${products.parentId} = ${productId}`)
  await applyDueSales(
    db,
    now,
    family.map(({ id }) => id),
  )
  const save = () => db.transaction(tx => saveGrid(tx, by, grid, now))
  await mapConstraintErrors(() => retryWithoutExpiredHolds(db, now, save))
  return findAdminProduct(db, productId)
}

async function saveGrid(tx: Tx, by: string, grid: VariantGrid, now: Date): Promise<void> {
  const parent = await lockParent(tx, grid)
  const present = await lockVariants(tx, parent.id)
  const isNew = parent.options === null
  const { options } = grid
  if (isNew && options.length === 0) return
  if (isNew) await endSales(tx, by, [parent.id], now)
  const basePrice = parent.basePrice ?? regularPriceOf(parent)
  const plan = planVariants({ ...parent, basePrice }, present, grid)
  const left = plan.left.map(({ id }) => id)
  const ordered = await findOrderedProducts(tx, left)
  if (options.length === 0 && ordered.size > 0)
    throw new Problem('CONFLICT', {
      message: 'Van dit product zijn varianten besteld. Zet ze uit in plaats van ze te verwijderen.',
    })
  await assertStocks(tx, plan)
  await assertSkusAreFree(tx, plan, parent.id)
  await savePictures(tx, parent, present, plan, now)
  const why = { by, cause: grid.cause ?? null, reason: grid.note ?? null }
  // One that is in a cart stays there, so that its customer is told; the save after it has left them erases it. An ordinary product has none.
  const inCarts = options.length > 0 ? await findProductsInCarts(tx, left) : new Set()
  const [off, gone] = partition(plan.left, ({ id }) => ordered.has(id) || inCarts.has(id))
  // The parent first: the trigger that follows variants reads its options.
  if (options.length > 0)
    await tx
      .update(products)
      .set({ options, basePrice, version: sql`${products.version} + 1` })
      .where(eq(products.id, parent.id))
  const freed = await eraseVariants(tx, gone, why)
  await changeVariants(tx, plan.changed, off, why)
  const owner = { ...parent, basePrice }
  const added = plan.added.map(row => ({ ...row, parent: owner }))
  const inserted = await insertVariants(tx, added, why, 'FORM')
  if (options.length === 0) {
    await moveStock(tx, { from: null, to: { id: parent.id, stock: parent.stock }, pieces: freed }, why)
    const none = { options: null, basePrice: null, maxPrice: null, optionFacets: [] }
    await tx.update(products).set(none).where(eq(products.id, parent.id))
  } else await moveOwnStock(tx, parent, plan, inserted, isNew, why)
  const names = (rows: readonly { values: readonly string[] }[]) =>
    rows.map(({ values }) => values.join(', '))
  const before = present.map(({ optionValues: values }) => ({ values }))
  const details = { variants: { from: names(before), to: names(grid.variants) } }
  await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: parent.id, details })
}

const partition = <T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter(one => !isFirst(one)),
]

async function lockParent(tx: Tx, { productId, version }: VariantGrid): Promise<LockedParent> {
  const [parent] = await tx.select().from(products).where(eq(products.id, productId)).for('update')
  if (!parent) throw productNotFound()
  if (parent.parentId !== null)
    throw new Problem('CONFLICT', { message: 'Een variant kan zelf geen varianten hebben.' })
  if (version !== parent.version)
    throw new Problem('PRODUCT_CHANGED', { product: await findAdminProduct(tx, productId) })
  return parent
}

/** @throws Problem of the first row whose stock can't be set */
async function assertStocks(tx: Tx, { changed }: VariantPlan): Promise<void> {
  const recounted = changed.filter(({ before, stock }) => stock !== before.stock)
  for (const { row, before, stock, stockSeen } of recounted) {
    const field = `variants.${row}.stock`
    if (stockSeen !== undefined && stockSeen !== before.stock)
      throw new Problem('STOCK_CHANGED', {
        stock: before.stock,
        productId: before.id,
        fields: { [field]: `Er zijn er nu ${before.stock}.` },
      })
    if (stock < before.reservedStock)
      throw new Problem('STOCK_RESERVED', {
        productId: before.id,
        reservedStock: before.reservedStock,
        fields: { [field]: problems.STOCK_RESERVED.message },
      })
  }
  const withCodes = await findProductsWithCodes(
    tx,
    recounted.map(({ before }) => before.id),
  )
  const coded = recounted.find(({ before }) => withCodes.has(before.id))
  if (coded)
    throw new Problem('STOCK_FROM_CODES', {
      fields: { [`variants.${coded.row}.stock`]: problems.STOCK_FROM_CODES.message },
    })
}

/** @throws Problem SKU_TAKEN with the row of a SKU that another product has */
async function assertSkusAreFree(tx: Tx, { changed, added }: VariantPlan, parentId: string): Promise<void> {
  const wanted = [...changed.filter(({ sku, before }) => sku !== before.sku), ...added]
  if (wanted.length === 0) return
  const skus = wanted.map(({ sku }) => sku)
  const taken = await tx
    .select(columnsOf(products, 'sku', 'name', 'parentId'))
    .from(products)
    .where(isAnyOf(products.sku, skus))
  const other = taken.find(each => each.parentId !== parentId)
  if (!other) return
  const { row } = wanted.find(({ sku }) => sku === other.sku) ?? { row: 0 }
  const message = `Rij ${row + 1}: de SKU ${other.sku} is al van ${other.name}.`
  throw new Problem('SKU_TAKEN', { message, row, fields: { [`variants.${row}.sku`]: message } })
}

/** The pictures of variants are owned by their product. */
async function savePictures(
  tx: Tx,
  parent: LockedParent,
  present: LockedVariant[],
  { changed, added, left }: VariantPlan,
  now: Date,
): Promise<void> {
  const unique = (urls: string[]) => [...new Set(urls)]
  const previousUrls = unique([...parent.images, ...present.flatMap(({ images }) => images)])
  const kept = [...changed, ...added, ...left].flatMap(({ images }) => images)
  const urls = unique([...parent.images, ...kept])
  if (keyOf(urls) === keyOf(previousUrls)) return
  // Old orders may show them.
  await assignPictures(tx, { ownerId: parent.id, urls, previousUrls, keepsRemoved: true, now })
}

/** The own stock of a product, as far as nobody holds it, becomes its first variant's: a product with variants sells nothing itself. */
async function moveOwnStock(
  tx: Tx,
  { id, stock, reservedStock }: LockedParent,
  { rows }: VariantPlan,
  inserted: Map<string, string>,
  isNew: boolean,
  why: { by: string; cause: string | null; reason: string | null },
): Promise<void> {
  const free = stock - reservedStock
  if (free === 0) return
  const place = stockForFirst(free, rows, isNew)
  const first = place && rows[place.row]
  const target = first ? { id: first.before?.id ?? inserted.get(first.sku) ?? '', stock: first.stock } : null
  await moveStock(tx, { from: { id, stock }, to: target, pieces: free }, why)
}
