import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFakePaymentProvider } from '../../../tests/support/fakePaymentProvider.ts'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { paymentsOf, quickPackage, stockOf, callWebhook } from '../../../tests/support/payments.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { payAgain } from '../../shop/orders/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'

/** A provider that accepts every request and answers none. */
let provider: Awaited<ReturnType<typeof openFakePaymentProvider>>
let shop: TestShop
let buyer: TestCustomer
beforeAll(async () => {
  provider = await openFakePaymentProvider()
  shop = await openShop({ env: { MOLLIE_API_BASE: provider.url } })
  buyer = (await createCustomers(shop, 1))[0] as TestCustomer
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

/** The response, and the seconds that it took. */
async function timed<T>(work: Promise<T>): Promise<T & { seconds: number }> {
  const begun = performance.now()
  const answer = await work
  return { ...answer, seconds: (performance.now() - begun) / 1000 }
}

it('blocks no request for ten seconds, and the same key continues the payment', async () => {
  const product = await addProduct(shop, { stock: 5 })
  const basket = { items: [{ productId: product.id, quantity: 1 }], addressId: buyer.addressId }
  const key = { 'idempotency-key': 'while-it-hangs' }
  const amount = { currency: 'EUR', value: '10.00' }
  const made = { id: 'tr_WDqYK6vllg', status: 'open', amount, metadata: null }
  const page = 'https://pay.example/tr_WDqYK6vllg'
  provider.say({ text: JSON.stringify({ ...made, _links: { checkout: { href: page } } }) })
  const { body: open } = await buyer.call(checkout, basket)
  const [payment] = await paymentsOf(shop, open.orderId)

  provider.say('hang')
  const [ordered, again, minutes, told, back] = await Promise.all([
    timed(buyer.call(checkout, basket, key)),
    timed(buyer.call(payAgain, { orderId: open.orderId })),
    timed(buyer.call(purchaseMinutes, quickPackage)),
    timed(callWebhook(shop, payment?.providerId ?? null)),
    timed(buyer.request('GET', `/api/payments/return?payment=${payment?.id}`)),
  ])
  expect(ordered).toMatchObject({ status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  expect(again).toMatchObject({ status: 503, body: { orderId: open.orderId } })
  expect(minutes).toMatchObject({ status: 503, body: { purchaseId: expect.any(String) } })
  expect(told).toMatchObject({ status: 200 })
  expect(back.headers.get('location')).toBe(`/?payment=return&orderId=${open.orderId}`)
  for (const { seconds } of [ordered, again, minutes, told, back]) expect(seconds).toBeLessThan(10)

  const other = { ...made, id: 'tr_another123' }
  provider.say({ text: JSON.stringify({ ...other, _links: { checkout: { href: page } } }) })
  const { body } = await buyer.call(checkout, basket, key)
  expect(body).toMatchObject({ orderId: ordered.body.orderId, paymentUrl: page })
  expect(await stockOf(shop, product.id)).toEqual({ stock: 5, reserved: 2 })
})
