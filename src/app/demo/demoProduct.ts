import type { TaxClass } from '../../wire/vat.ts'

/** The form of a product in the demo catalogue, and the values derived from it. */

export interface DemoProduct {
  sku: string
  slug: string
  name: string
  description: string
  categorySlug: string
  /** Cents, including VAT. */
  price: number
  /** Cents, without VAT. */
  purchasePrice: number
  stock: number
  showShippingOptions: boolean
  showCommentsField: boolean
  hygieneSealed: boolean
  taxClass: TaxClass
  /** The shop's shipping cost in cents. */
  shippingCost: number
  /** Grams. */
  weight: number
  /** Centimetres. */
  length: number | null
  width: number | null
  height: number | null
  imageUrl: string
  images: string[]
  /** Where it is sold by measure. */
  contentMl?: number
  contentGrams?: number
}

/** A product without its number. */
export type DemoProductWithoutSku = Omit<DemoProduct, 'sku'>
type Size = readonly [length: number, width: number, height: number]
type DemoProductInput = Pick<
  DemoProduct,
  'slug' | 'name' | 'description' | 'categorySlug' | 'price' | 'stock' | 'contentMl' | 'contentGrams'
> & {
  pictures: 1 | 2 | 3
  comments?: boolean
  /** Sealed for hygiene. */
  sealed?: boolean
  taxClass?: TaxClass
}

const letterbox = { longest: 38, across: 26, thick: 3, grams: 2000, cost: 439 }
const parcelCost = 695

/** The shipping price by the demo's rates: as letterbox mail when it fits, else as a parcel. */
function shippingCostOf([length, width, height]: Size, grams: number): number {
  const fits =
    length <= letterbox.longest &&
    width <= letterbox.across &&
    height <= letterbox.thick &&
    grams <= letterbox.grams
  return fits ? letterbox.cost : parcelCost
}

/** The first picture is stored under the product's slug, the next ones under `-2` and `-3`. */
const picturesOf = (slug: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `/media/demo/${slug}${i === 0 ? '' : `-${i + 1}`}/800.webp`)

function withPictures({
  pictures,
  comments = false,
  sealed = false,
  taxClass = 'STANDARD',
  ...goods
}: DemoProductInput) {
  const images = picturesOf(goods.slug, pictures)
  return {
    ...goods,
    taxClass,
    showCommentsField: comments,
    hygieneSealed: sealed,
    imageUrl: images[0]!,
    images,
  }
}

/** Two fifths of the price, to 5 cents. */
const purchasePriceOf = (price: number): number => Math.round((price * 0.4) / 5) * 5

/** A physical product. */
export const physicalProduct = (
  goods: DemoProductInput & { weight: number; size: Size },
): DemoProductWithoutSku => {
  const { weight, size, ...rest } = goods
  const [length, width, height] = size
  const shipping = { showShippingOptions: true, shippingCost: shippingCostOf(size, weight) }
  const purchasePrice = purchasePriceOf(rest.price)
  return { ...withPictures(rest), purchasePrice, ...shipping, weight, length, width, height }
}

/** A product delivered by e-mail: no shipping and no address. */
export const digitalProduct = (goods: DemoProductInput): DemoProductWithoutSku => ({
  ...withPictures(goods),
  purchasePrice: 0,
  showShippingOptions: false,
  shippingCost: 0,
  weight: 0,
  length: null,
  width: null,
  height: null,
})
