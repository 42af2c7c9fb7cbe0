import type { TaxClass } from '../../wire/vat.ts'
import categories from './content/categories.json' with { type: 'json' }
import contents from './content/products.json' with { type: 'json' }

/** The demo shop's catalogue as plain data. The ids are created when it is seeded. */

/** The `tint` of a category is the background colour of its pictures: shown until they have loaded. */
export const demoCategories = categories

/** Cents, grams and centimetres, packaging included; products delivered by mail have no size. */
type ProductContent = (typeof contents)[number]

const letterbox = { size: [38, 26, 3], grams: 2000, cost: 439 }
const parcelCost = 695

/** The shipping price by the demo's rates: as letterbox mail when it fits, else as a parcel. */
function shippingCostOf({ size, weight = 0 }: ProductContent): number {
  if (!size) return 0
  const fits = size.every((side, index) => side <= (letterbox.size[index] ?? 0))
  return fits && weight <= letterbox.grams ? letterbox.cost : parcelCost
}

/** In order of creation, oldest first: the first four are shown on the home page. */
export const demoProducts = contents.map((product, index) => {
  const {
    slug,
    size,
    price,
    weight = 0,
    pictures,
    hygieneSealed = false,
    showCommentsField = false,
  } = product
  // The first picture is stored under the product's slug, the next ones under `-2` and `-3`.
  const images = Array.from(
    { length: pictures },
    (_, place) => `/media/demo/${slug}${place === 0 ? '' : `-${place + 1}`}/800.webp`,
  )
  return {
    ...product,
    sku: `GL-${String(index + 1).padStart(3, '0')}`,
    // Two fifths of the price, to 5 cents.
    purchasePrice: size ? Math.round((price * 0.4) / 5) * 5 : 0,
    showShippingOptions: size !== undefined,
    shippingCost: shippingCostOf(product),
    weight,
    length: size?.[0] ?? null,
    width: size?.[1] ?? null,
    height: size?.[2] ?? null,
    images,
    imageUrl: images[0] ?? null,
    hygieneSealed,
    showCommentsField,
    taxClass: (product.taxClass ?? 'STANDARD') as TaxClass,
  }
})

export type DemoProduct = (typeof demoProducts)[number]
