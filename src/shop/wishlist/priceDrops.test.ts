import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeProduct } from '../products/admin/contract.ts'
import { listNotifications, unreadNotificationsMail } from '../../people/notifications/contract.ts'
import { mailUnreadNotifications } from '../../people/notifications/delivery.service.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { readMails } from '../../../tests/support/renderedMails.ts'
import { MINUTE, openSaleShop, type SaleShop } from '../../../tests/support/sales.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { products } from '../products/catalog/table.ts'
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
    user,
    /** The texts of the notifications, the newest first. */
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

it('a price that falls below the one when it was wished for is told once a drop', async () => {
  const product = await addProduct(office.shop, { price: 2000 })
  const early = await wisher(product.id)
  await setPrice(product.id, 1500)
  const late = await wisher(product.id)
  expect(await early.told()).toEqual([`${product.name} kost nu € 15,00.`])
  expect(await early.told()).toHaveLength(1)
  await setPrice(product.id, 1800)
  await setPrice(product.id, 1500)
  // Never back at the first price: the same drop.
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

it('nothing is told of a variant whose product is off', async () => {
  const { product, variants } = await addProductWithVariants(
    office.shop,
    [{ name: 'maat', values: ['S'] }],
    [{ values: ['S'], price: 2000 }],
  )
  const variantId = variants[0]?.id as string
  const user = await wisher(variantId)
  await office.db.update(products).set({ isActive: false }).where(eq(products.id, product.id))
  await setPrice(variantId, 1500)
  expect(await user.told()).toEqual([])
  await office.db.update(products).set({ isActive: true }).where(eq(products.id, product.id))
  await setPrice(variantId, 1200)
  expect(await user.told()).toHaveLength(1)
})

it('its mail names the product in no part of it', async () => {
  const product = await addProduct(office.shop, { price: 2000, name: 'Kimono Luna', slug: 'kimono-luna' })
  const { user, told } = await wisher(product.id)
  await setPrice(product.id, 1500)
  expect(await told()).toHaveLength(1)
  office.clock.at += 11 * MINUTE
  await mailUnreadNotifications(office.shop.node.platform, user.user.id)
  const [mail] = await readMails(office.shop, user.user.email, unreadNotificationsMail.name)
  expect(mail).toContain('/notifications')
  expect(mail).not.toMatch(/kimono|luna/i)
})
