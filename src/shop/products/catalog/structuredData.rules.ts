import { decimalFromCents } from '../../../wire/money.ts'
import type { Category, Product, ProductDetail, Variant } from './contract.ts'
import { defaultFilters, productPath, shopPath } from '../search/filters.rules.ts'
import { isSoldOut } from './rules.ts'
import { productPictures } from './productText.rules.ts'

interface ProductJsonLdInput {
  product: ProductDetail
  /** Undefined when unknown. */
  category: Category | undefined
  /** The origin of the shop, such as `https://gloed.example`. */
  origin: string
}

/** Structured data of a product page: schema.org's Product, or ProductGroup with its variants, and BreadcrumbList. */
export function productJsonLd({ product, category, origin }: ProductJsonLdInput) {
  const { rating, reviewCount, variants = [] } = product
  const url = origin + productPath(product)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...(variants.length > 0 ? groupJsonLd(product, variants, origin) : singleJsonLd(product, origin)),
        name: product.name,
        description: product.description,
        url,
        image: productPictures(product).map(picture => toAbsoluteUrl(picture, origin)),
        ...(reviewCount > 0 && rating !== null && { aggregateRating: ratingJsonLd(rating, reviewCount) }),
      },
      breadcrumbsJsonLd([
        { name: 'Shop', url: origin + shopPath(defaultFilters) },
        ...(category
          ? [{ name: category.name, url: origin + shopPath({ ...defaultFilters, category: [category.id] }) }]
          : []),
        { name: product.name, url },
      ]),
    ],
  }
}

/** A product that is sold itself; a variant names the product that it is one of. */
const singleJsonLd = (product: ProductDetail, origin: string) => ({
  '@type': 'Product',
  sku: product.sku,
  ...(product.gtin && { gtin: product.gtin }),
  offers: offerJsonLd(product, origin + productPath(product)),
  ...(product.parent && {
    isVariantOf: {
      '@type': 'ProductGroup',
      name: product.parent.name,
      url: origin + productPath(product.parent),
    },
  }),
})

/** The names of options in schema.org, by their Dutch names. */
const optionProperties: Record<string, string> = {
  maat: 'size',
  kleur: 'color',
  materiaal: 'material',
  patroon: 'pattern',
}
const propertyOf = (option: string): string | undefined => optionProperties[option.toLowerCase()]

/** The values of a variant, as schema.org's own properties where it has them. */
function optionsJsonLd(names: string[], values: string[]) {
  const all = names.map((name, index) => ({ name, property: propertyOf(name), value: values[index] }))
  const others = all.filter(({ property }) => property === undefined)
  return {
    ...Object.fromEntries(all.flatMap(({ property, value }) => (property ? [[property, value]] : []))),
    ...(others.length > 0 && {
      additionalProperty: others.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
    }),
  }
}

/** A product that is sold as one of its variants. */
function groupJsonLd(product: ProductDetail, variants: Variant[], origin: string) {
  const { sku, options = [] } = product
  const names = options.map(({ name }) => name)
  const [shared = null] = productPictures(product)
  // A variant without a picture of its own looks as its product.
  const pictureOf = ({ imageUrl }: Variant) => imageUrl ?? shared
  return {
    '@type': 'ProductGroup',
    productGroupID: sku,
    variesBy: names.map(propertyOf).flatMap(property => (property ? [`https://schema.org/${property}`] : [])),
    hasVariant: variants.map(variant => ({
      '@type': 'Product',
      sku: variant.sku,
      ...(variant.gtin && { gtin: variant.gtin }),
      name: variant.name,
      ...optionsJsonLd(names, variant.values),
      ...(pictureOf(variant) !== null && { image: toAbsoluteUrl(pictureOf(variant) ?? '', origin) }),
      offers: offerJsonLd(variant, origin + productPath(variant)),
    })),
  }
}

type Offered = Pick<Product, 'price' | 'saleEndsAt' | 'stock'>

const offerJsonLd = ({ price, saleEndsAt, stock }: Offered, url: string) => ({
  '@type': 'Offer',
  price: decimalFromCents(price),
  priceCurrency: 'EUR',
  ...(saleEndsAt !== undefined && { priceValidUntil: saleEndsAt }),
  availability: `https://schema.org/${isSoldOut(stock) ? 'OutOfStock' : 'InStock'}`,
  url,
})

const ratingJsonLd = (ratingValue: number, reviewCount: number) => ({
  '@type': 'AggregateRating',
  ratingValue,
  reviewCount,
  bestRating: 5,
  worstRating: 1,
})

const breadcrumbsJsonLd = (steps: { name: string; url: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
})

/** `/media/x.webp` → `https://gloed.example/media/x.webp`; URLs of other sites do not change. */
const toAbsoluteUrl = (address: string, origin: string): string => new URL(address, origin).href
