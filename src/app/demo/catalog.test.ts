import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoCategories, demoProducts } from './catalog.ts'

const pictures = join(import.meta.dirname, 'pictures')
const fileOf = (name: string, width: number, format: string) => join(pictures, name, `${width}.${format}`)

const nameOf = (url: string) => /^\/media\/demo\/([a-z0-9-]+)\/800\.webp$/.exec(url)?.[1]

test('twenty-five products in six categories', () => {
  expect(demoCategories).toHaveLength(6)
  expect(demoProducts).toHaveLength(25)
  for (const { slug } of demoCategories)
    expect(demoProducts.filter(({ categorySlug }) => categorySlug === slug).length).toBeGreaterThanOrEqual(3)
  const known = demoCategories.map(({ slug }) => slug)
  for (const { categorySlug } of demoProducts) expect(known).toContain(categorySlug)
})

test('no two products have the same sku, slug or name', () => {
  for (const key of ['sku', 'slug', 'name'] as const)
    expect(new Set(demoProducts.map(product => product[key])).size).toBe(25)
  expect(new Set(demoCategories.map(({ slug }) => slug)).size).toBe(6)
})

test('a category’s slug is its name in lower case with hyphens', () => {
  for (const { name, slug } of demoCategories) expect(slug).toBe(name.toLowerCase().replaceAll(' ', '-'))
})

test.each(demoProducts)('$slug has whole numbers and a description of its own', product => {
  for (const number of [product.price, product.shippingCost, product.stock, product.weight])
    expect(Number.isSafeInteger(number) && number >= 0).toBe(true)
  expect(product.price).toBeGreaterThanOrEqual(495)
  expect(product.price).toBeLessThanOrEqual(24995)
  const sentences = product.description.match(/[.?](\s|$)/g) ?? []
  expect(sentences.length).toBeGreaterThanOrEqual(2)
  expect(sentences.length).toBeLessThanOrEqual(4)
  expect(product.description).not.toContain('!')
})

test('stock: one product with three units, one sold out, another one low, the rest ample', () => {
  const stocks = demoProducts.map(({ stock }) => stock)
  expect(stocks.filter(stock => stock === 3)).toHaveLength(1)
  expect(stocks.filter(stock => stock === 0)).toHaveLength(1)
  expect(stocks.filter(stock => stock > 0 && stock <= 5)).toHaveLength(2)
})

test('digital products are not shipped, and all others have a weight and dimensions', () => {
  const digital = demoProducts.filter(({ showShippingOptions }) => !showShippingOptions)
  expect(digital.length).toBeGreaterThanOrEqual(3)
  for (const { shippingCost, weight, length } of digital)
    expect({ shippingCost, weight, length }).toEqual({ shippingCost: 0, weight: 0, length: null })
  for (const product of demoProducts.filter(({ showShippingOptions }) => showShippingOptions)) {
    expect(product.shippingCost).toBeGreaterThan(0)
    expect(product.weight).toBeGreaterThan(0)
    for (const size of [product.length, product.width, product.height]) expect(size).toBeGreaterThan(0)
  }
})

test('products used on the body are sealed for hygiene, and digital ones are not', () => {
  const sealed = demoProducts.filter(({ hygieneSealed }) => hygieneSealed)
  expect(sealed.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['lumi', 'vela', 'onda', 'nova-duo', 'zachte-gel-op-waterbasis']),
  )
  expect(sealed.every(({ showShippingOptions }) => showShippingOptions)).toBe(true)
})

test('some products ask for a comment with the order', () => {
  const asking = demoProducts.filter(({ showCommentsField }) => showCommentsField)
  expect(asking.length).toBeGreaterThanOrEqual(2)
  expect(asking.length).toBeLessThan(8)
})

const wanted = [
  ...demoProducts.flatMap(({ images }) =>
    images.map(url => ({ name: nameOf(url), url, widths: [400, 800, 1200], ratio: 4 / 5 })),
  ),
  ...demoCategories.map(({ slug }) => ({
    name: `category-${slug}`,
    url: slug,
    widths: [400, 800, 1200],
    ratio: 4 / 3,
  })),
  { name: 'hero', url: 'hero', widths: [800, 1600, 2400], ratio: 16 / 9 },
  { name: 'hero-tall', url: 'hero-tall', widths: [400, 800, 1200], ratio: 4 / 5 },
]

test.each(wanted)('the picture $url is there in every width and format', async ({ name, widths, ratio }) => {
  expect(name).toBeDefined()
  for (const width of widths)
    for (const format of ['webp', 'avif']) {
      const file = fileOf(name!, width, format)
      expect(existsSync(file), file).toBe(true)
      const about = await sharp(file).metadata()
      expect(about.width).toBe(width)
      expect(about.height).toBe(Math.round(width / ratio))
      expect(about.format === format || (format === 'avif' && about.format === 'heif')).toBe(true)
    }
})

test('a product’s first picture is its own, and all files are small', () => {
  for (const { slug, imageUrl, images } of demoProducts) {
    expect(imageUrl).toBe(`/media/demo/${slug}/800.webp`)
    expect(images[0]).toBe(imageUrl)
  }
  const sizes = wanted.flatMap(({ name, widths }) =>
    widths.flatMap(width => ['webp', 'avif'].map(format => statSync(fileOf(name!, width, format)).size)),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6 * 1024 * 1024)
})
