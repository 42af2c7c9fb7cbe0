import { isDigital } from '../../../shop/catalog/rules.ts'
import { demoCategories, demoProducts } from '../catalog.ts'
import type { DemoProduct } from '../demoProduct.ts'
import { daysBefore } from './calendar.ts'
import type { History } from './history.ts'
import { recordAudit } from './records.ts'

type ProductRecord = History['rows']['products'][number] & { reviewCount: number; ratingSum: number }

export interface CatalogueProduct extends DemoProduct {
  id: string
  isDigital: boolean
  /** Its prices, oldest first. */
  prices: { cents: number; from: Date }[]
  /** The row, whose stock and ratings are still counted. */
  row: ProductRecord
}

/** Of a product without variants: all rows need the same columns. */
const noVariants = {
  parentId: null,
  options: null,
  optionValues: [],
  optionFacets: [],
  position: 0,
  basePrice: null,
  followsPrice: false,
  barcode: null,
}

/** Older products first: the days between two of them, and the age of the first. */
const FIRST_PRODUCT_DAYS_AGO = 130
/** Days ago that the price of some products was lowered, less their position. */
const LOWERED_DAYS_AGO = 40

export const priceAt = ({ prices, price }: CatalogueProduct, at: Date): number =>
  prices.findLast(({ from }) => from <= at)?.cents ?? price

/** The products as they are sold today, oldest first, with their prices since they were added. */
export function addCatalogue(history: History, adminId: string): CatalogueProduct[] {
  const { rows, newId, now } = history
  const since = daysBefore(now, FIRST_PRODUCT_DAYS_AGO + 1)
  for (const { name, slug } of demoCategories)
    rows.categories.push({
      id: newId(since),
      name,
      slug,
      imageUrl: `/media/demo/category-${slug}/800.webp`,
    })
  return demoProducts.map((product, index) => addProduct(history, product, index, adminId))
}

function addProduct(
  history: History,
  product: DemoProduct,
  index: number,
  adminId: string,
): CatalogueProduct {
  const { rows, newId, now } = history
  const { categorySlug, ...data } = product
  const createdAt = daysBefore(now, FIRST_PRODUCT_DAYS_AGO - index)
  const id = newId(createdAt)
  const categoryId = rows.categories.find(({ slug }) => slug === categorySlug)?.id ?? ''
  const counts = { reservedStock: 0, reviewCount: 0, ratingSum: 0 }
  const row = {
    contentMl: null,
    contentGrams: null,
    ...data,
    ...noVariants,
    id,
    categoryId,
    ...counts,
    createdAt,
  }
  rows.products.push(row)
  const prices = pricesOf(product, index, createdAt, daysBefore(now, LOWERED_DAYS_AGO - index))
  prices.forEach(({ cents, from }, place) => {
    const oldCents = prices[place - 1]?.cents ?? null
    const source = oldCents === null ? ('OPENING' as const) : ('FORM' as const)
    const actorId = oldCents === null ? null : adminId
    rows.priceEntries.push({
      id: newId(from),
      productId: id,
      oldCents,
      newCents: cents,
      source,
      actorId,
      createdAt: from,
    })
    if (oldCents === null) return
    const details = { price: { from: oldCents, to: cents } }
    recordAudit(history, adminId, { action: 'PRODUCT_CHANGED', subjectId: id, details }, from)
  })
  return { ...product, id, isDigital: isDigital(product), prices, row }
}

/** Every fourth was more expensive at first. */
function pricesOf({ price }: DemoProduct, index: number, createdAt: Date, loweredAt: Date) {
  const first = index % 4 === 1 ? Math.ceil((price * 1.2) / 100) * 100 - 5 : price
  const opening = { cents: first, from: createdAt }
  return first === price ? [opening] : [opening, { cents: price, from: loweredAt }]
}
