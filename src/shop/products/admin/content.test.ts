import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { addToCart, readCart } from '../../cart/contract.ts'
import { listProducts, readProduct } from '../catalog/contract.ts'
import { products } from '../catalog/table.ts'
import { exportProducts } from './bulk/contract.ts'
import { changeProduct, readAdminProduct } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const shown = async (idOrSlug: string) => (await shop.newClient().call(readProduct, { idOrSlug })).body

it('shows how much is in a product to customers, and leaves it out where there is none', async () => {
  const { id: productId } = await addProduct(shop, { price: 2495 })
  expect(await shown(productId)).not.toHaveProperty('contentMl')
  const { version } = (await admin.call(readAdminProduct, { productId })).body
  const changed = await admin.call(changeProduct, { productId, contentMl: 150, version })
  expect(changed).toMatchObject({ status: 200, body: { contentMl: 150 } })
  expect(changed.body.version).toBe(version + 1)
  expect(await shown(productId)).toMatchObject({ contentMl: 150 })
  const listed = (await shop.newClient().call(listProducts)).body.find(({ id }) => id === productId)
  expect(listed).toMatchObject({ contentMl: 150 })
  const customer = await shop.newUser()
  const added = await customer.call(addToCart, { productId })
  expect(added.body.product).toMatchObject({ contentMl: 150 })
  expect(added.body.product).not.toHaveProperty('contentGrams')
  expect((await customer.call(readCart)).body[0]?.product).toMatchObject({ contentMl: 150 })
  await admin.call(changeProduct, { productId, contentMl: null, contentGrams: 75 })
  expect(await shown(productId)).toMatchObject({ contentGrams: 75 })
  expect(await shown(productId)).not.toHaveProperty('contentMl')
  for (const wrong of [0, -1, 1.5, 'veel'])
    expect(await admin.call(changeProduct, { productId, contentMl: wrong })).toMatchObject({
      status: 400,
      body: { fields: { contentMl: 'Vul een heel aantal in, van 1 tot en met 1.000.000.' } },
    })
})

it('gives a variant the content of its product, unless it has its own', async () => {
  const parent = await addProduct(shop, {
    contentMl: 100,
    options: [{ name: 'maat', values: ['klein', 'groot'] }],
  })
  const shared = { parentId: parent.id, categoryId: parent.categoryId }
  const small = await addProduct(shop, { ...shared, optionValues: ['klein'] })
  const large = await addProduct(shop, { ...shared, optionValues: ['groot'], contentMl: 250 })
  expect(await shown(small.id)).toMatchObject({ contentMl: 100 })
  expect(await shown(large.id)).toMatchObject({ contentMl: 250 })
  expect((await shown(parent.id)).variants?.map(({ contentMl }) => contentMl).toSorted()).toEqual([100, 250])
  await shop.node.platform.db
    .update(products)
    .set({ contentMl: null, contentGrams: 90 })
    .where(eq(products.id, parent.id))
  expect(await shown(small.id)).toMatchObject({ contentGrams: 90 })
  expect(await shown(large.id)).not.toHaveProperty('contentGrams')
})

it('has columns in the file', async () => {
  const { sku } = await addProduct(shop, { contentGrams: 225 })
  const { body } = await admin.request('GET', `${exportProducts.path}?q=${sku}`)
  const [heading = '', line = ''] = String(body).split('\r\n')
  const at = heading.split(';').indexOf('"Inhoud in gram"')
  expect(at).toBeGreaterThan(0)
  expect(line.split(';')[at]).toBe('"225"')
})
