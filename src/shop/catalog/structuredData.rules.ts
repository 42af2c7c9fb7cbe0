import { decimalFromCents } from '../../wire/money.ts'
import type { Category, Product } from './contract.ts'
import { defaultFilters, productPath, shopPath } from './filters.rules.ts'
import { isSoldOut } from './rules.ts'
import { productPictures } from './productText.rules.ts'

interface ProductJsonLdInput {
  product: Product
  /** Undefined when unknown. */
  category: Category | undefined
  /** The origin of the shop, such as `https://gloed.example`. */
  origin: string
}

/** Structured data of a product page: schema.org's Product, Offer and BreadcrumbList. */
export function productJsonLd({ product, category, origin }: ProductJsonLdInput) {
  const { rating, reviewCount } = product
  const url = origin + productPath(product)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.name,
        description: product.description,
        sku: product.sku,
        url,
        image: productPictures(product).map(picture => toAbsoluteUrl(picture, origin)),
        offers: offerJsonLd(product, url),
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

const offerJsonLd = ({ price, saleEndsAt, stock }: Product, url: string) => ({
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
