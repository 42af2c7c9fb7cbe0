import { decimalFromCents } from '../../wire/money.ts'
import type { Category, Product } from './contract.ts'
import { noFilters, productAddress, shopAddress } from './filters.rules.ts'
import { isSoldOut } from './rules.ts'
import { picturesOf } from './wording.rules.ts'

interface Described {
  product: Product
  /** None when it is not known. */
  category: Category | undefined
  /** How many real reviews there are: a rating without any is made up, and is not told to machines. */
  /** The shop's own, e.g. `https://gloed.example`. */
  origin: string
}

/** What a product page says to search engines: schema.org's Product with its Offer, and the way to it. */
export function productData({ product, category, origin }: Described) {
  const { rating, reviewCount } = product
  const url = origin + productAddress(product)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.name,
        description: product.description,
        sku: product.sku,
        url,
        image: picturesOf(product).map(picture => absolute(picture, origin)),
        offers: offerOf(product, url),
        ...(reviewCount > 0 && rating !== null && { aggregateRating: ratingOf(rating, reviewCount) }),
      },
      breadcrumbsOf([
        { name: 'Shop', url: origin + shopAddress(noFilters) },
        ...(category
          ? [{ name: category.name, url: origin + shopAddress({ ...noFilters, category: [category.id] }) }]
          : []),
        { name: product.name, url },
      ]),
    ],
  }
}

const offerOf = ({ price, stock }: Product, url: string) => ({
  '@type': 'Offer',
  price: decimalFromCents(price),
  priceCurrency: 'EUR',
  availability: `https://schema.org/${isSoldOut(stock) ? 'OutOfStock' : 'InStock'}`,
  url,
})

const ratingOf = (ratingValue: number, reviewCount: number) => ({
  '@type': 'AggregateRating',
  ratingValue,
  reviewCount,
  bestRating: 5,
  worstRating: 1,
})

const breadcrumbsOf = (steps: { name: string; url: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: url,
  })),
})

/** `/media/x.webp` → `https://gloed.example/media/x.webp`; a picture that lies elsewhere stays there. */
const absolute = (address: string, origin: string): string => new URL(address, origin).href

/** JSON that can stand inside a `<script>`: nothing in it can end it. */
export const scriptJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')
