import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { openSalePrice, regularPriceColumn } from '../../prices/salePrices.service.ts'
import { productSafety } from '../../safety/table.ts'
import { categories, products } from '../../catalog/table.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { safetyColumns } from '../safety/line.service.ts'

/** The columns of a product that a bulk edit reads and compares; one of sales also the price of its sale. */
export const snapshotColumns = {
  id: products.id,
  sku: products.sku,
  reservedStock: products.reservedStock,
  name: products.name,
  description: products.description,
  categoryId: products.categoryId,
  price: regularPriceColumn,
  purchasePrice: products.purchasePrice,
  shippingCost: products.shippingCost,
  stock: products.stock,
  isActive: products.isActive,
  showShippingOptions: products.showShippingOptions,
  showCommentsField: products.showCommentsField,
  hygieneSealed: products.hygieneSealed,
  hasSexualContent: products.hasSexualContent,
  taxClass: products.taxClass,
  weight: products.weight,
  length: products.length,
  width: products.width,
  height: products.height,
  barcode: products.barcode,
  contentMl: products.contentMl,
  contentGrams: products.contentGrams,
  parentId: products.parentId,
  options: products.options,
  optionValues: products.optionValues,
  basePrice: products.basePrice,
  followsPrice: products.followsPrice,
}

/** Under another name: the products of variants. */
export const parents = alias(products, 'parents')

/** Products that are read, planned or changed at once. */
export const BULK_BATCH_SIZE = 500

/** The products that match, with the slug of their category, in batches by id. */
export async function* readSnapshots(db: Db, where: SQL | undefined) {
  let last: string | undefined
  do {
    const batch = await db
      .select({
        ...snapshotColumns,
        salePrice: openSalePrice,
        ...safetyColumns,
        categorySlug: categories.slug,
        parentSku: parents.sku,
        parentOptions: parents.options,
      })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(parents, eq(parents.id, products.parentId))
      .leftJoin(productSafety, eq(productSafety.productId, products.id))
      .where(and(where, last === undefined ? undefined : gt(products.id, last)))
      .orderBy(asc(products.id))
      .limit(BULK_BATCH_SIZE)
    yield batch
    last = batch.length < BULK_BATCH_SIZE ? undefined : batch.at(-1)?.id
  } while (last !== undefined)
}
