import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({ env: { STOREFRONT_ACCESS: 'public' } })))
afterAll(() => shop.close())

const read = async (path: string, from = shop) =>
  (await from.newClient().request('GET', path)) as { status: number; body: string; headers: Headers }
const placesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)

it('lists active products, and the categories that contain some', async () => {
  const product = await addProduct(shop)
  const hidden = await addProduct(shop, { isActive: false })
  const index = await read('/sitemap.xml')
  expect(index.headers.get('content-type')).toMatch(/^application\/xml/)
  expect(placesIn(index.body)).toEqual([
    `${shop.origin}/sitemap/pages.xml`,
    `${shop.origin}/sitemap/products-1.xml`,
  ])
  const pages = placesIn((await read('/sitemap/pages.xml')).body)
  expect(pages).toContain(`${shop.origin}/shop`)
  expect(pages).toContain(`${shop.origin}/shop?category=${product.categoryId}`)
  const products = placesIn((await read('/sitemap/products-1.xml')).body)
  expect(products).toContain(`${shop.origin}/shop/${product.slug}`)
  expect(products).not.toContain(`${shop.origin}/shop/${hidden.slug}`)
  expect((await read('/sitemap/products-2.xml')).status).toBe(404)
})

it('names the sitemap, and excludes personal pages for robots', async () => {
  const { body } = await read('/robots.txt')
  expect(body).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)
  expect(body).toMatch(/^Disallow: \/orders$/m)
  expect(body).not.toMatch(/^Disallow: \/(shop)?$/m)
})

it('says where a weakness is reported, for less than a year', async () => {
  const { status, body } = await read('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(body).toMatch(/^Contact: (mailto:|https?:)/m)
  expect(body).toContain(`Canonical: ${shop.origin}/.well-known/security.txt`)
  const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days > 100 && days < 365).toBe(true)
})

it('excludes everything for robots in a members-only shop', async () => {
  const closed = await openShop()
  expect((await read('/robots.txt', closed)).body).toBe('User-agent: *\nDisallow: /\n')
  for (const path of ['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/products-1.xml'])
    expect((await read(path, closed)).status).toBe(404)
  await closed.close()
})
