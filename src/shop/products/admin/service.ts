import { eq, like, sql } from 'drizzle-orm'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { recordPrices } from '../prices/history.service.ts'
import { regularPriceOf, withRegularPrice, type ProductPrices } from '../prices/sales.rules.ts'
import { applyDueSales } from '../prices/dueSales.service.ts'
import { recordRegularPrices } from '../prices/sales.service.ts'
import { setCountedStock, recordInitialStock } from '../stock/ledger.service.ts'
import { retryWithoutExpiredHolds } from '../stock/expiredHolds.service.ts'
import { products } from '../catalog/table.ts'
import { findProductsWithCodes } from '../../downloads/codes.service.ts'
import { findOrderedProducts, isProductOrdered } from '../../orders/service.ts'
import { releaseLabelPictures } from './safety/files.service.ts'
import {
  addPictures,
  assignPictures,
  inspectPictures,
  releasePictures,
  claimReadyPictures,
} from '../../pictures/service.ts'
import { unwrapDatabaseError } from '../../../platform/db/databaseErrors.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UploadedPicture } from '../../../platform/http/pictureUpload.ts'
import { Problem } from '../../../wire/problem.ts'
import type { NewProduct, ProductChange } from './contract.ts'
import { productNotFound, findAdminProduct, type AdminProductRow } from './list.service.ts'
import {
  assertOwnFields,
  findFamilyIds,
  lockProduct,
  readShownStock,
  updateVariantsOf,
} from './variants/family.service.ts'
import { eraseVariants, lockVariants } from './variants/rows.service.ts'
import { freeSlug, slugify } from './slug.rules.ts'

type ProductDeps = Pick<Platform, 'db' | 'jobs' | 'storage' | 'now'>

/**
 * Adds a product. Pictures uploaded with it are attached once they are processed, behind those it already has.
 * @throws Problem SKU_TAKEN; INVALID_INPUT for a category or picture that is gone; UNSUPPORTED_TYPE or TOO_LARGE for a file
 * that is not a picture
 */
export async function addProduct(
  parts: ProductDeps,
  by: string,
  { images, ...product }: NewProduct,
  files: UploadedPicture[] = [],
): Promise<AdminProductRow> {
  await inspectPictures(parts, files)
  const wanted = slugify(product.name)
  const { id } = await mapConstraintErrors(() =>
    parts.db.transaction(async tx => {
      const slug = await findFreeSlug(tx, wanted)
      const [row] = await tx
        .insert(products)
        .values({ ...product, slug, ...imageColumns(images) })
        .returning({ id: products.id, stock: products.stock })
      if (!row) throw new Error('the insert returned no row')
      await assignPictures(tx, {
        ownerId: row.id,
        urls: images,
        previousUrls: [],
        keepsRemoved: false,
        now: parts.now(),
      })
      await addPictures(tx, parts, by, files, { ownerId: row.id })
      await recordInitialStock(tx, [row], by)
      await recordPrices(tx, [{ productId: row.id, from: null, to: product.price }], { by, source: 'FORM' })
      const { name, sku, price, purchasePrice = null, stock } = product
      const details = { name, sku, price, ...(purchasePrice !== null && { purchasePrice }), stock }
      await recordAuditEntry(tx, { by, action: 'PRODUCT_ADDED', subjectId: row.id, details })
      return row
    }),
  )
  return findAdminProduct(parts.db, id)
}

const imageColumns = (images: string[]) => ({ images, imageUrl: images[0] ?? null })

/** Locks, so that concurrent products of the same name get different slugs. */
async function findFreeSlug(tx: Tx, wanted: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${wanted}`}, 0))`)
  const isAlike = like(products.slug, `${wanted}%`)
  const taken = await tx.select({ slug: products.slug }).from(products).where(isAlike)
  const slugs = taken.map(({ slug }) => slug)
  return freeSlug(wanted, slugs)
}

/**
 * Changes the given fields. A new stock is checked against the stock holds under the product's lock, and recorded in the
 * stock ledger. Expired holds are released first.
 * @throws Problem NOT_FOUND; PRODUCT_CHANGED with `product` as it is now, when its version differs; SKU_TAKEN;
 * STOCK_RESERVED with `reservedStock`; STOCK_CHANGED with `stock`; STOCK_FROM_CODES; INVALID_INPUT for a category or picture that is gone
 */
export async function updateProduct(
  db: Db,
  by: string,
  change: ProductChange,
  now: Date,
): Promise<AdminProductRow> {
  const { productId, version, stock: wantedStock, expectedStock, cause, reason, images, ...rest } = change
  const fields = { ...rest, ...(images && imageColumns(images)) }
  await applyDueSales(db, now, await findFamilyIds(db, productId))
  const edit = () =>
    db.transaction(async tx => {
      const before = await lockProduct(tx, productId)
      if (!before) throw productNotFound()
      if (version !== undefined && version !== before.version)
        throw new Problem('PRODUCT_CHANGED', { product: await findAdminProduct(tx, productId) })
      assertOwnFields(before, change, await readShownStock(tx, before))
      const isParent = before.options !== null
      const stock = isParent ? undefined : wantedStock
      if (stock !== undefined && stock !== before.stock) await assertStockIsCounted(tx, productId)
      if (images) {
        // The pictures of variants are their product's.
        const keepsOld = isParent || before.parentId !== null || (await isProductOrdered(tx, productId))
        await assignPictures(tx, {
          ownerId: before.parentId ?? productId,
          urls: images,
          previousUrls: before.images,
          keepsRemoved: keepsOld,
          now,
        })
      }
      const becomesOwn = getsOwnPrice(before, fields.price)
      const prices =
        fields.price === undefined || isParent ? {} : withRegularPrice(before, fields.price, becomesOwn)
      // The product first: the trigger that follows variants reads its price.
      if (Object.values(fields).some(value => value !== undefined))
        await tx
          .update(products)
          .set({
            ...fields,
            ...(isParent
              ? parentPrice(before, fields.price)
              : { ...prices, ...(becomesOwn && { followsPrice: false }) }),
          })
          .where(eq(products.id, productId))
      // After the purchase price, which becomes the cost of incoming units.
      if (stock !== undefined)
        await setCountedStock(tx, productId, { stock, expectedStock, by, cause, reason })
      if (isParent) await updateVariantsOf(tx, before, rest, by)
      const repriced = { productId, before, after: { ...before, ...prices }, becomesOwn }
      await recordRegularPrices(tx, [repriced], { by, source: 'FORM' })
      const price = before.basePrice ?? regularPriceOf(before)
      const details = diffForAudit({ ...before, price }, { ...fields, stock })
      if (Object.keys(details).length > 0)
        await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
    })
  await mapConstraintErrors(() => retryWithoutExpiredHolds(db, now, edit))
  return findAdminProduct(db, productId)
}

/** Its `price` is that of its cheapest variant. */
const parentPrice = ({ price }: { price: number }, basePrice: number | undefined) => ({ price, basePrice })

/** A variant with another price than it had follows its product no longer. */
const getsOwnPrice = (
  before: Pick<typeof products.$inferSelect, 'followsPrice'> & ProductPrices,
  price: number | undefined,
): boolean => price !== undefined && before.followsPrice && price !== regularPriceOf(before)

/** @throws Problem STOCK_FROM_CODES when the stock is the number of codes */
async function assertStockIsCounted(tx: Tx, productId: string): Promise<void> {
  if ((await findProductsWithCodes(tx, [productId])).size > 0) throw new Problem('STOCK_FROM_CODES')
}

/** Appends the pictures uploaded with a product, once all are processed. */
export async function attachPictures(tx: Tx, productId: string): Promise<void> {
  const own = eq(products.id, productId)
  const [product] = await tx.select({ images: products.images }).from(products).where(own).for('update')
  if (!product) return
  const drawn = await claimReadyPictures(tx, productId)
  if (drawn && drawn.length > 0)
    await tx
      .update(products)
      .set(imageColumns([...product.images, ...drawn]))
      .where(own)
}

/**
 * Deletes a product with its variants; one of which any was ever ordered is on invoices, and is deactivated instead.
 * @throws Problem NOT_FOUND
 */
export const deleteProduct = (db: Db, by: string, productId: string, now: Date): Promise<null> =>
  db.transaction(async tx => {
    const product = await lockProduct(tx, productId)
    if (!product) throw productNotFound()
    const variants = await lockVariants(tx, productId)
    const family = [productId, ...variants.map(({ id }) => id)]
    const wasSold = (await findOrderedProducts(tx, family)).size > 0
    const details = { erased: !wasSold }
    await recordAuditEntry(tx, { by, action: 'PRODUCT_REMOVED', subjectId: productId, details })
    if (wasSold) {
      await tx.update(products).set({ isActive: false }).where(eq(products.id, productId))
      return null
    }
    await releasePictures(tx, productId, now)
    await releaseLabelPictures(tx, productId, now)
    await eraseVariants(tx, variants, { by, cause: null, reason: null })
    await setCountedStock(tx, productId, { stock: 0, by, reason: 'erased' })
    await tx.delete(products).where(eq(products.id, productId))
    return null
  })

/** Translates violated constraints, where two admins conflict, to problems. */
export async function mapConstraintErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message = '' } = unwrapDatabaseError(error)
    if (code === '23505') throw new Problem(message.includes('sku') ? 'SKU_TAKEN' : 'CONFLICT')
    if (code === '23503' && message.includes('category'))
      throw new Problem('INVALID_INPUT', { fields: { categoryId: 'Selecteer een categorie' } })
    throw error
  }
}
