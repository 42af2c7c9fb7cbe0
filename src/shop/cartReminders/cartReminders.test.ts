import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateProfile } from '../../app/profile/contract.ts'
import { openAdminShop, type AdminShop } from '../../../tests/support/adminShop.ts'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { readMails } from '../../../tests/support/renderedMails.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { addToCart, removeCartLine, setCartLine } from '../cart/contract.ts'
import { products } from '../products/catalog/table.ts'
import { checkout } from '../checkout/contract.ts'
import { cartReminderMail } from './contract.ts'
import { remindOfCarts } from './service.ts'

let office: AdminShop
beforeAll(async () => void (office = await openAdminShop()))
afterAll(() => office.shop.close())

const HOUR = 3600_000
/** The database notes changes by its own clock, from which this one is ahead. */
const later = async (hours: number) => {
  office.clock.at += hours * HOUR
  await remindOfCarts(office.shop.node.platform)
}
const mailsTo = ({ user }: TestUser) => readMails(office.shop, user.email, cartReminderMail.name)
async function shopper(cartReminders: boolean) {
  const user = await office.shop.newUser()
  await user.call(updateProfile, { cartReminders })
  const { id: productId, name, slug } = await addProduct(office.shop)
  const { body: line } = await user.call(addToCart, { productId })
  return { user, productId, name, slug, line }
}

it('a forgotten cart is mailed once until it changes, to those who chose it, without its contents', async () => {
  office.clock.at = Date.now()
  const [chose, other] = [await shopper(true), await shopper(false)]
  await later(23)
  expect(await mailsTo(chose.user)).toEqual([])
  await later(2)
  await later(48)
  expect(await mailsTo(chose.user)).toHaveLength(1)
  const [mail] = await mailsTo(chose.user)
  for (const said of [chose.name, chose.slug, chose.productId]) expect(mail).not.toContain(said)
  expect(await mailsTo(other.user)).toEqual([])
  await chose.user.call(setCartLine, { itemId: chose.line.id, quantity: 2 })
  await later(0)
  expect(await mailsTo(chose.user)).toHaveLength(2)
  const { id: productId } = await addProduct(office.shop)
  const { body: another } = await chose.user.call(addToCart, { productId })
  await later(0)
  await chose.user.call(removeCartLine, { itemId: another.id })
  await later(0)
  expect(await mailsTo(chose.user)).toHaveLength(4)
})

it('nothing is mailed of an empty cart, after an order, or once it was switched off', async () => {
  office.clock.at = Date.now()
  const [emptied, ordered, changedMind] = [await shopper(true), await shopper(true), await shopper(true)]
  await emptied.user.call(removeCartLine, { itemId: emptied.line.id })
  const addressId = await addAddressFor(ordered.user)
  const items = [{ productId: ordered.productId, quantity: 1 }]
  office.clock.at += HOUR
  expect((await ordered.user.call(checkout, { items, addressId })).status).toBe(201)
  await changedMind.user.call(updateProfile, { cartReminders: false })
  await later(30)
  for (const { user } of [emptied, ordered, changedMind]) expect(await mailsTo(user)).toEqual([])
})

it('an order that was never paid is none', async () => {
  office.clock.at = Date.now()
  const { user, productId } = await shopper(true)
  office.clock.at += HOUR
  const items = [{ productId, quantity: 1 }]
  const { body } = await user.call(checkout, { items, addressId: await addAddressFor(user) })
  await user.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
  await later(30)
  expect(await mailsTo(user)).toHaveLength(1)
})

it('nothing is mailed of a variant whose product is off', async () => {
  office.clock.at = Date.now()
  const user = await office.shop.newUser()
  await user.call(updateProfile, { cartReminders: true })
  const { product, variants } = await addProductWithVariants(
    office.shop,
    [{ name: 'maat', values: ['S'] }],
    [{ values: ['S'] }],
  )
  expect((await user.call(addToCart, { productId: variants[0]?.id as string })).status).toBe(201)
  const { db } = office.shop.node.platform
  await db.update(products).set({ isActive: false }).where(eq(products.id, product.id))
  await later(30)
  expect(await mailsTo(user)).toEqual([])
})
