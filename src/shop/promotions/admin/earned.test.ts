import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { addPromotion } from '../../../../tests/support/promotions.ts'
import { callWebhook, paymentsOf } from '../../../../tests/support/payments.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { payments } from '../../../money/payments/table.ts'
import { decimalFromCents } from '../../../wire/money.ts'
import { checkout } from '../../checkout/contract.ts'
import { orders } from '../../orders/table.ts'
import { findAdminPromotions } from './service.ts'
import { refundOrder } from '../../orders/admin/contract.ts'

it('the earnings of a promotion are without refunded or charged back amounts, and more than fits in 32 bits', async () => {
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
  // Parts of a chargeback: never more than is left.
  const [paid] = await paymentsOf(shop, orderId)
  const chargeback = async (value: string) => {
    const body = { id: paid?.providerId, amount: { currency: 'EUR', value } }
    expect((await shop.newClient().request('POST', '/simulator/mollie/chargeback', body)).status).toBe(200)
    await callWebhook(shop, paid?.providerId as string)
  }
  await chargeback('1.00')
  expect(await figures()).toMatchObject({ earnedCents: total - 500 })
  await chargeback(decimalFromCents(total - 500))
  expect(await figures()).toMatchObject({ orders: 1, earnedCents: 0 })
  const next = [await buy(), await buy()]
  const amounts = { amountCents: 2_000_000_000 }
  await db.update(payments).set(amounts).where(inArray(payments.subjectId, next))
  expect(await figures()).toMatchObject({ orders: 3, earnedCents: 4_000_000_000 })
  await shop.close()
})
