import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateProfile } from '../../app/profile/contract.ts'
import { openAdminShop, type AdminShop } from '../../../tests/support/adminShop.ts'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { mails } from '../../platform/table.ts'
import { addToCart, removeCartLine, setCartLine } from '../cart/contract.ts'
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
const mailsTo = async ({ user }: TestUser) => {
  const { db } = office.shop.node.platform
  const own = and(eq(mails.recipient, user.email), eq(mails.template, cartReminderMail.name))
  return (await db.select().from(mails).where(own)).map(({ props }) => props)
}
async function shopper(cartReminders: boolean) {
  const user = await office.shop.newUser()
  await user.call(updateProfile, { cartReminders })
  const { id: productId, name } = await addProduct(office.shop)
  const { body: line } = await user.call(addToCart, { productId })
  return { user, productId, name, line }
}

it('a forgotten cart is mailed once until it changes, to those who chose it, without what is in it', async () => {
  office.clock.at = Date.now()
  const [chose, other] = [await shopper(true), await shopper(false)]
  await later(23)
  expect(await mailsTo(chose.user)).toEqual([])
  await later(2)
  await later(48)
  expect(await mailsTo(chose.user)).toHaveLength(1)
  expect(JSON.stringify(await mailsTo(chose.user))).not.toContain(chose.name)
  expect(await mailsTo(other.user)).toEqual([])
  await chose.user.call(setCartLine, { itemId: chose.line.id, quantity: 2 })
  await later(0)
  expect(await mailsTo(chose.user)).toHaveLength(2)
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
