import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { refundOrder } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { findAdminPromotions } from './service.ts'

it('what a promotion earned is less what went back, and more than fits in 32 bits', async () => {
  const shop = await openShop()
  const { db } = shop.node.platform
  const admin = await shop.newUser('ADMIN')
  const { id } = await addPromotion(admin, { code: 'VERDIEND' })
  const figures = async () => (await findAdminPromotions(db, new Date())).find(each => each.id === id)
  const buy = async () => {
    const customer = await shop.newUser()
    const items = [{ productId: (await addProduct(shop)).id, quantity: 1 }]
    const order = { items, addressId: await addAddressFor(customer), codes: ['VERDIEND'] }
    const { body } = await customer.call(checkout, order)
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    return body.orderId
  }
  const orderId = await buy()
  const [bought] = await db.select().from(orders).where(eq(orders.id, orderId))
  const total = bought?.totalAmount as number
  expect(await figures()).toMatchObject({ orders: 1, earnedCents: total, discountCents: 100 })
  expect((await admin.call(refundOrder, { orderId, amount: 400 })).status).toBe(201)
  expect(await figures()).toMatchObject({ earnedCents: total - 400 })
  const ids = [orderId, await buy()]
  await db.update(orders).set({ totalAmount: 2_000_000_000 }).where(inArray(orders.id, ids))
  expect(await figures()).toMatchObject({ orders: 2, earnedCents: 4_000_000_000 - 400 })
  await shop.close()
})
