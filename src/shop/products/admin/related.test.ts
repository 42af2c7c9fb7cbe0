import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { readProduct } from '../catalog/contract.ts'
import { changeProduct } from './contract.ts'
import { readRelatedProducts, setRelatedProducts } from './related.contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const related = async (idOrSlug: string) =>
  (await shop.newClient().call(readProduct, { idOrSlug })).body.related
const choose = (productId: string, relatedIds: string[]) =>
  admin.call(setRelatedProducts, { productId, relatedIds })

it('an admin’s choice is shown in that order, without products that are not for sale', async () => {
  const [lamp, oil, candle] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)]
  expect((await shop.newClient().call(readProduct, { idOrSlug: lamp.id })).body).not.toHaveProperty('related')
  expect((await choose(lamp.id, [candle.id, oil.id])).status).toBe(200)
  expect(await related(lamp.id)).toEqual([candle.id, oil.id])
  await choose(lamp.id, [oil.id, candle.id])
  expect(await related(lamp.id)).toEqual([oil.id, candle.id])
  await admin.call(changeProduct, { productId: oil.id, isActive: false })
  expect(await related(lamp.id)).toEqual([candle.id])
  const { body } = await admin.call(readRelatedProducts, { productId: lamp.id })
  expect(body.map(({ id, isActive }) => [id, isActive])).toEqual([
    [oil.id, false],
    [candle.id, true],
  ])
  await choose(lamp.id, [])
  expect(await related(lamp.id)).toBeUndefined()
})

it('a product does not go with itself, with one twice, or with one that is gone', async () => {
  const [lamp, oil] = [await addProduct(shop), await addProduct(shop)]
  const gone = '01890000-0000-7000-8000-000000000001'
  for (const ids of [[lamp.id], [oil.id, oil.id], [oil.id, gone]])
    expect(await choose(lamp.id, ids)).toMatchObject({
      status: 400,
      body: { fields: { relatedIds: expect.any(String) } },
    })
  expect((await choose(gone, [oil.id])).status).toBe(404)
  expect((await admin.call(readRelatedProducts, { productId: gone })).status).toBe(404)
})
