import { afterAll, beforeAll, expect, it } from 'vitest'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { findMoneyDiscrepancies } from '../../../tests/support/giftCards.ts'
import { callWebhook, placeOrderFor } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readStoreCredit } from './contract.ts'
import { changeUserCredit } from './admin/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** A customer with a paid order of 20 euros, of which 15 went back as store credit. */
async function refundedToCredit() {
  const customer = await shop.newUser()
  const { orderId, paymentUrl, payment } = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  await admin.call(refundOrder, { orderId, amount: 1500, asStoreCredit: true })
  const credit = async () => (await customer.call(readStoreCredit, {})).body
  expect(await credit()).toMatchObject({ balance: 1500 })
  return { customer, providerId: payment.providerId as string, credit }
}

async function chargeback(id: string, value: string) {
  const amount = { currency: 'EUR', value }
  const { status } = await shop.newClient().request('POST', '/simulator/mollie/chargeback', { id, amount })
  expect(status).toBe(200)
  // Webhooks come more than once.
  await Promise.all([1, 2].map(() => callWebhook(shop, id)))
}

it('takes back the credit that a chargeback pays a second time, and nothing of the rest', async () => {
  const { customer, providerId, credit } = await refundedToCredit()
  await chargeback(providerId, '5.00')
  expect(await credit()).toMatchObject({ balance: 1500 })
  await chargeback(providerId, '10.00')
  expect(await credit()).toMatchObject({
    balance: 500,
    entries: [{ kind: 'CANCEL', amount: -1000, reason: expect.stringContaining('teruggeboekt') }, {}],
  })
  await chargeback(providerId, '5.00')
  expect(await credit()).toMatchObject({ balance: 0 })
  const { body } = await customer.call(listNotifications)
  const told = body.filter(({ type }) => type === 'STORE_CREDIT_CHARGED_BACK')
  expect(told.map(({ path }) => path)).toEqual(['/tegoed', '/tegoed'])
  expect(await findMoneyDiscrepancies(shop)).toEqual([])
})

it('takes back at most its remaining amount', async () => {
  const { customer, providerId, credit } = await refundedToCredit()
  await admin.call(changeUserCredit, { userId: customer.user.id, amount: -1200, reason: 'test' })
  await chargeback(providerId, '20.00')
  expect(await credit()).toMatchObject({ balance: 0 })
  expect(await findMoneyDiscrepancies(shop)).toEqual([])
})
