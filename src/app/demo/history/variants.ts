import { slugify } from '../../../backoffice/products/slug.rules.ts'
import type { ProductOption } from '../../../shop/catalog/contract.ts'
import { checkDigitOf } from '../../../shop/catalog/rules.ts'
import { facetsOf, variantName } from '../../../shop/catalog/variants.rules.ts'
import { GIFT_CARD_SLUG } from '../digitalProducts.ts'
import type { CatalogueProduct } from './catalogue.ts'
import type { History } from './history.ts'

const DRESS = 'slipdress-aurore'

interface DemoFamily {
  slug: string
  options: ProductOption[]
  variants: DemoVariant[]
  /** Begins their barcodes. */
  barcode: string
}

interface DemoVariant {
  values: string[]
  /** What was left of the product, when not given. */
  stock?: number
  /** Cents more than the product. */
  more?: number
}

const dresses: DemoVariant[] = [
  { values: ['S', 'roze'] },
  { values: ['S', 'wijnrood'], stock: 7, more: 1000 },
  { values: ['M', 'roze'], stock: 18 },
  { values: ['M', 'wijnrood'], stock: 9, more: 1000 },
  { values: ['L', 'roze'], stock: 0 },
  { values: ['L', 'wijnrood'], stock: 2, more: 1000 },
]

const cards: DemoVariant[] = [
  { values: ['€ 25'] },
  { values: ['€ 50'], stock: 500, more: 2500 },
  { values: ['€ 75'], stock: 500, more: 5000 },
  { values: ['€ 100'], stock: 500, more: 7500 },
]

const families: DemoFamily[] = [
  {
    slug: DRESS,
    options: [
      { name: 'maat', values: ['S', 'M', 'L'] },
      { name: 'kleur', values: ['roze', 'wijnrood'] },
    ],
    variants: dresses,
    barcode: '87100000001',
  },
  {
    slug: GIFT_CARD_SLUG,
    options: [{ name: 'waarde', values: cards.flatMap(({ values }) => values) }],
    variants: cards,
    barcode: '87100000002',
  },
]

export const getsVariants = (product: Pick<CatalogueProduct, 'slug'>): boolean =>
  families.some(({ slug }) => slug === product.slug)

/** Two products have just got variants; what was left of them became the first. */
export function addVariants(history: History, catalogue: CatalogueProduct[], adminId: string): void {
  for (const family of families) addFamily(history, catalogue, adminId, family)
}

function addFamily(
  history: History,
  catalogue: CatalogueProduct[],
  adminId: string,
  { slug, options, variants, barcode }: DemoFamily,
): void {
  const product = catalogue.find(each => each.slug === slug)
  if (!product) throw new Error(`the demo has no product ${slug}`)
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
    const own = values.includes('wijnrood') ? images.slice(1, 2) : []
    rows.products.push({
      ...row,
      id,
      parentId: product.id,
      sku: `${product.sku}-${values.join('-').replace('€ ', '').toUpperCase()}`,
      slug: slugify(`${slug} ${values.join(' ')}`),
      name: variantName(product.name, values),
      price: price + more,
      basePrice: null,
      options: null,
      optionValues: [...values],
      optionFacets: facetsOf(options, values),
      position,
      followsPrice: more === 0,
      purchasePrice: null,
      barcode: `${barcode}${position}${checkDigitOf(`${barcode}${position}`)}`,
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
