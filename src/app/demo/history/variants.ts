import { slugify } from '../../../backoffice/products/slug.rules.ts'
import { facetsOf, variantName } from '../../../shop/catalog/variants.rules.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'

const DRESS = 'slipdress-aurore'
const options = [
  { name: 'maat', values: ['S', 'M', 'L'] },
  { name: 'kleur', values: ['roze', 'wijnrood'] },
]

interface DemoVariant {
  values: [size: string, color: string]
  /** What was left of the product, when not given. */
  stock?: number
  /** Cents more than the product. */
  more?: number
}

const variants: DemoVariant[] = [
  { values: ['S', 'roze'] },
  { values: ['S', 'wijnrood'], stock: 7, more: 1000 },
  { values: ['M', 'roze'], stock: 18 },
  { values: ['M', 'wijnrood'], stock: 9, more: 1000 },
  { values: ['L', 'roze'], stock: 0 },
  { values: ['L', 'wijnrood'], stock: 2, more: 1000 },
]

/** One product has just got variants; what was left of it became the first of them. */
export function addVariants(history: History, catalogue: CatalogueProduct[], adminId: string): void {
  const product = catalogue.find(({ slug }) => slug === DRESS)
  if (!product) throw new Error(`the demo has no product ${DRESS}`)
  const { rows, newId, now: at } = history
  const { row, stock: left, price, images } = product
  const correct = (productId: string, pieces: number, stockAfter: number) => {
    const why = { orderId: null, cause: 'OTHER', reason: 'varianten', actorId: adminId }
    const entry = { productId, kind: 'CORRECTION' as const, pieces, ...why, stockAfter, createdAt: at }
    if (pieces !== 0) rows.stockEntries.push({ id: newId(at), ...entry })
  }
  correct(product.id, -left, 0)
  Object.assign(row, { stock: 0, options, basePrice: price })
  product.stock = 0
  for (const [position, { values, stock = left, more = 0 }] of variants.entries()) {
    const id = newId(at)
    const [, color] = values
    const own = color === 'roze' ? [] : images.slice(1, 2)
    rows.products.push({
      ...row,
      id,
      parentId: product.id,
      sku: `${product.sku}-${values.join('-').toUpperCase()}`,
      slug: slugify(`${DRESS} ${values.join(' ')}`),
      name: variantName(product.name, values),
      price: price + more,
      basePrice: null,
      options: null,
      optionValues: [...values],
      optionFacets: facetsOf(options, values),
      position,
      followsPrice: more === 0,
      barcode: `87100000001${position}${position}`,
      stock,
      imageUrl: own[0] ?? null,
      images: own,
      reviewCount: 0,
      ratingSum: 0,
      createdAt: at,
    })
    rows.priceEntries.push({
      id: newId(at),
      productId: id,
      oldCents: null,
      newCents: price + more,
      source: 'FORM',
      actorId: adminId,
      createdAt: at,
    })
    correct(id, stock, stock)
  }
}
