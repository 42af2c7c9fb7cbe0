import { priceEntries } from '../../shop/products/prices/table.ts'
import { economicOperators, productSafety } from '../../shop/products/safety/table.ts'
import { categories, products, stockEntries } from '../../shop/products/catalog/table.ts'
import { facetsOf, variantName } from '../../shop/products/variants/rules.ts'
import { digitalProducts } from '../../shop/downloads/table.ts'
import { shippingRates, shippingZones } from '../../shop/shipping/table.ts'
import { addMs, DAY, HOUR } from './calendar.ts'
import { demoCategories, demoProducts, type DemoProduct } from './catalog.ts'
import safety from './content/safety.json' with { type: 'json' }
import zones from './content/shipping.json' with { type: 'json' }
import type { History } from './history.ts'

export type StockedProduct = ReturnType<typeof addProduct>

/** The zones and rates of the demo, as the carriers publish them. */
export function addShipping({ rows, newId }: History, at: Date): void {
  for (const { rates, ...zone } of zones) {
    const { id: zoneId } = rows.add(shippingZones, { id: newId(at), ...zone })
    for (const rate of rates) rows.add(shippingRates, { id: newId(at), zoneId, ...rate })
  }
}

/** The products as they are sold today, oldest first, by slug. */
export function addCatalogue(history: History): Map<string, StockedProduct> {
  const { rows, newId, openedAt } = history
  const categoryIds = new Map<string, string>()
  for (const { name, slug } of demoCategories) {
    const category = { id: newId(openedAt), name, slug, imageUrl: `/media/demo/category-${slug}/800.webp` }
    categoryIds.set(slug, rows.add(categories, category).id)
  }
  const operatorIds = new Map<string, string>()
  for (const [key, operator] of Object.entries(safety.operators))
    operatorIds.set(key, history.add(economicOperators, openedAt, operator).id)
  return new Map(
    demoProducts.map((product, index) => {
      const categoryId = categoryIds.get(product.categorySlug) ?? ''
      const stocked = addProduct(history, product, categoryId, addMs(openedAt, index * DAY))
      addSafety(history, stocked, operatorIds)
      if (product.variants) addVariants(history, stocked)
      return [product.slug, stocked]
    }),
  )
}

function addProduct(history: History, product: DemoProduct, categoryId: string, createdAt: Date) {
  const { categorySlug: _, size: __, pictures: ___, variants, isGiftCard, ...columns } = product
  const row = history.add(products, createdAt, {
    ...columns,
    categoryId,
    // One with variants is never sold itself.
    stock: variants ? 0 : product.stock,
    basePrice: variants ? product.price : null,
    reviewCount: 0,
    ratingSum: 0,
  })
  const isDigital = !product.showShippingOptions
  history.add(priceEntries, createdAt, { productId: row.id, newCents: product.price, source: 'OPENING' })
  const kind = isGiftCard ? 'GIFT_CARD' : 'FILES'
  if (isDigital) history.rows.add(digitalProducts, { productId: row.id, kind, createdAt })
  // The ratings of the row are still counted.
  return { ...product, id: row.id, isDigital, row }
}

/** Of a product that is not like the others of its category, and of those. */
const safetyOf: Partial<Record<string, { by: string; materials: string }>> = {
  ...safety.bySlug,
  ...safety.byCategory,
}

/** The maker and the warnings of a product that is sent. */
function addSafety(
  { rows }: History,
  { id: productId, sku: model, slug, categorySlug, isDigital, row: { createdAt } }: StockedProduct,
  operatorIds: Map<string, string>,
): void {
  const known = safetyOf[slug] ?? safetyOf[categorySlug]
  if (isDigital || !known) return
  const { by, ...texts } = known
  const manufacturerId = operatorIds.get(by) ?? ''
  const responsiblePersonId = by === 'devices' ? operatorIds.get('representative') : undefined
  rows.add(productSafety, { productId, manufacturerId, responsiblePersonId, model, createdAt, ...texts })
}

function addVariants(history: History, product: StockedProduct): void {
  const { row, options = [], variants = [], images, price } = product
  const { createdAt } = row
  for (const [position, { values, pictures, ...variant }] of variants.entries()) {
    const own = images.filter((_, index) => pictures.includes(index + 1))
    const { id } = history.add(products, createdAt, {
      ...row,
      ...variant,
      id: history.newId(createdAt),
      parentId: row.id,
      name: variantName(product.name, values),
      basePrice: null,
      options: null,
      optionValues: values,
      optionFacets: facetsOf(options, values),
      position,
      followsPrice: variant.price === price,
      purchasePrice: null,
      images: own,
      imageUrl: own[0] ?? null,
    })
    history.add(priceEntries, createdAt, { productId: id, newCents: variant.price, source: 'OPENING' })
    addIntake(history, id, variant.stock, createdAt)
  }
}

/** @param createdAt of the product */
function addIntake(history: History, productId: string, pieces: number, createdAt: Date): void {
  const entry = { productId, kind: 'INTAKE' as const, pieces, stockAfter: pieces }
  if (pieces > 0) history.add(stockEntries, addMs(createdAt, HOUR / 2), entry)
}

/** Adds the first purchase, so that all sales leave the stock of today, and the stock after each entry. */
export function addStockLedger(history: History, catalogue: Iterable<StockedProduct>): void {
  const moved = Map.groupBy(history.rows.of(stockEntries), ({ productId }) => productId)
  for (const { id, row } of catalogue) {
    const entries = (moved.get(id) ?? []).sort(
      (one, other) => Number(one.createdAt) - Number(other.createdAt),
    )
    let left = row.stock - entries.reduce((sum, { pieces }) => sum + pieces, 0)
    addIntake(history, id, left, row.createdAt)
    for (const entry of entries) entry.stockAfter = left += entry.pieces
  }
}
