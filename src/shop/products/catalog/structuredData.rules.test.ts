import { expect, test } from 'vitest'
import type { ProductDetail } from './contract.ts'
import { serializeForScript } from '../../../ui/components/JsonLd.tsx'
import { productJsonLd } from './structuredData.rules.ts'

const product: ProductDetail = {
  id: 'p-1',
  sku: 'GL-001',
  slug: 'roos',
  name: 'Roos',
  description: 'Zacht.',
  price: 2995,
  shippingCost: 439,
  imageUrl: '/media/roos/800.webp',
  images: ['/media/roos/800.webp', 'https://elders.example/roos.jpg'],
  categoryId: 'c-1',
  stock: 3,
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  rating: 4.5,
  reviewCount: 0,
  createdAt: '2026-11-20T12:00:00Z',
}
const category = { id: 'c-1', name: 'Bloemen', slug: 'bloemen', imageUrl: null }
const origin = 'https://gloed.example'
const graph = (change: Partial<ProductDetail> = {}) =>
  productJsonLd({ product: { ...product, ...change }, category, origin })['@graph']

test('a product has its offer and absolute URLs', () => {
  expect(graph()[0]).toEqual({
    '@type': 'Product',
    name: 'Roos',
    description: 'Zacht.',
    sku: 'GL-001',
    url: 'https://gloed.example/shop/roos',
    image: ['https://gloed.example/media/roos/800.webp', 'https://elders.example/roos.jpg'],
    offers: {
      '@type': 'Offer',
      price: '29.95',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url: 'https://gloed.example/shop/roos',
    },
  })
  expect(graph({ gtin: '8710000000109' })[0]).toMatchObject({ gtin: '8710000000109' })
  expect(graph({ stock: 0 })[0]).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
})

test('a product with variants is a group of them, and a variant says of which', () => {
  const options = [
    { name: 'Maat', values: ['S', 'M'] },
    { name: 'sluiting', values: ['knoop'] },
  ]
  const variant = {
    id: 'v',
    sku: 'GL-001-S',
    slug: 'roos-s',
    name: 'Roos, S, knoop',
    values: ['S', 'knoop'],
  }
  const sold = { price: 1995, stock: 0, imageUrl: '/media/s/800.webp', images: [] }
  const other = { ...variant, ...sold, sku: 'GL-001-M', gtin: '8710000000116' }
  const [group] = graph({ options, variants: [{ ...variant, ...sold }, other] })
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: 'GL-001',
    variesBy: ['https://schema.org/size'],
    hasVariant: [
      {
        sku: 'GL-001-S',
        size: 'S',
        additionalProperty: [{ '@type': 'PropertyValue', name: 'sluiting', value: 'knoop' }],
        image: 'https://gloed.example/media/s/800.webp',
        offers: {
          price: '19.95',
          availability: 'https://schema.org/OutOfStock',
          url: 'https://gloed.example/shop/roos-s',
        },
      },
      { sku: 'GL-001-M', gtin: '8710000000116' },
    ],
  })
  expect(group).not.toHaveProperty('hasVariant.0.gtin')
  expect(group).not.toHaveProperty('offers')
  const parent = { id: 'p-1', slug: 'roos', name: 'Roos' }
  expect(graph({ slug: 'roos-s', name: 'Roos, S', parent })[0]).toMatchObject({
    '@type': 'Product',
    name: 'Roos, S',
    url: 'https://gloed.example/shop/roos-s',
    isVariantOf: { url: 'https://gloed.example/shop/roos', name: 'Roos' },
  })
})

test('a sale says until when its price is valid', () => {
  const saleEndsAt = '2026-12-24T23:00:00.000Z'
  expect(graph({})[0]).not.toHaveProperty('offers.priceValidUntil')
  expect(graph({ saleEndsAt })[0]).toMatchObject({ offers: { priceValidUntil: saleEndsAt } })
})

test('a rating is included only when there are reviews', () => {
  expect(graph({ rating: 4.5 })[0]).not.toHaveProperty('aggregateRating')
  expect(graph({ rating: null, reviewCount: 2 })[0]).not.toHaveProperty('aggregateRating')
  expect(graph({ rating: 4.3, reviewCount: 3 })[0]).toMatchObject({
    aggregateRating: { ratingValue: 4.3, reviewCount: 3 },
  })
})

test('the breadcrumbs are shop, category and product', () => {
  expect(graph()[1]).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Shop', item: 'https://gloed.example/shop' },
      { position: 2, name: 'Bloemen', item: 'https://gloed.example/shop?category=c-1' },
      { position: 3, name: 'Roos', item: 'https://gloed.example/shop/roos' },
    ],
  })
})

test('a product name cannot close the script element', () => {
  const name = '</script><script>alert(1)</script><!--'
  const text = serializeForScript(productJsonLd({ product: { ...product, name }, category, origin }))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({ '@graph': [{ name }, {}] })
})

test('a variant without a picture of its own has that of its product', () => {
  const options = [{ name: 'Maat', values: ['S'] }]
  const own = { id: 'v', sku: 'GL-001-S', slug: 'roos-s', name: 'Roos, S', values: ['S'] }
  const [group] = graph({
    options,
    variants: [{ ...own, price: 1995, stock: 1, imageUrl: null, images: [] }],
  })
  expect(group).toMatchObject({ hasVariant: [{ image: 'https://gloed.example/media/roos/800.webp' }] })
})
