import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeProduct } from '../../backoffice/products/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openSaleShop, type SaleShop } from '../../../tests/support/sales.ts'
import { addToWishlist } from './contract.ts'
import { notifyPriceDrops } from './priceDrops.service.ts'

let office: SaleShop
beforeAll(async () => void (office = await openSaleShop()))
beforeEach(() => office.nextDay())
afterAll(() => office.shop.close())

async function wisher(productId: string) {
  const user = await office.shop.newUser()
  expect((await user.call(addToWishlist, { productId })).status).toBe(201)
  return {
    /** The texts of what was told, the newest first. */
    told: async () => {
      await notifyPriceDrops(office.db)
      const { body } = await user.call(listNotifications)
      return body
        .filter(({ type }) => type === 'PRICE_DROP')
        .map(({ message }) => message.replaceAll('\u00a0', ' '))
    },
  }
}
const setPrice = (productId: string, price: number) => office.admin.call(changeProduct, { productId, price })

it('a price that falls below what it was when wished for is told once a drop', async () => {
  const product = await addProduct(office.shop, { price: 2000 })
  const early = await wisher(product.id)
  await setPrice(product.id, 1500)
  const late = await wisher(product.id)
  expect(await early.told()).toEqual([`${product.name} kost nu € 15,00.`])
  expect(await early.told()).toHaveLength(1)
  await setPrice(product.id, 1800)
  await setPrice(product.id, 1500)
  // Never back at what it cost: the same drop.
  expect(await early.told()).toHaveLength(1)
  expect(await late.told()).toEqual([])
  await setPrice(product.id, 1200)
  expect(await early.told()).toEqual([`${product.name} kost nu € 12,00.`, `${product.name} kost nu € 15,00.`])
  expect(await late.told()).toHaveLength(1)
  await setPrice(product.id, 2000)
  await early.told()
  await setPrice(product.id, 1500)
  expect(await early.told()).toHaveLength(3)
})

it('a sale is told when it begins', async () => {
  const { id, name } = await office.planned()
  const user = await wisher(id)
  expect(await user.told()).toEqual([])
  office.clock.at = office.start
  await office.shown(id)
  expect(await user.told()).toEqual([`${name} kost nu € 15,00.`])
})
