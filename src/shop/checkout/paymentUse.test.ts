import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { giveCard } from '../../../tests/support/giftCards.ts'
import { paymentsOf, quickPackage } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { minutesOverVerotel } from '../../../tests/support/verotel.ts'
import { purchaseMinutes } from '../../money/minutes/contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { payAgain } from '../orders/contract.ts'
import { products } from '../products/catalog/table.ts'
import { checkout, quoteCart } from './contract.ts'

let shop: TestShop
let admin: TestUser
let buyer: TestUser
let goods: string
let download: string
beforeAll(async () => {
  shop = await openShop({ env: minutesOverVerotel })
  admin = await shop.newUser('ADMIN')
  buyer = await shop.newUser()
  goods = (await addProduct(shop, { stock: 50 })).id
  download = (await addProduct(shop, { stock: 50, shippingCost: 0, showShippingOptions: false })).id
  await shop.node.platform.db
    .update(products)
    .set({ hasSexualContent: true })
    .where(eq(products.id, download))
})
afterAll(() => shop.close())

const items = (...ids: string[]) => ids.map(productId => ({ productId, quantity: 1 }))
const order = async (ids: string[], more: object = {}) =>
  buyer.call(checkout, { items: items(...ids), addressId: await addAddressFor(buyer), ...more })

it('refuses a basket that needs two providers, said by the quote first, and holds nothing', async () => {
  const { body } = await buyer.call(quoteCart, { items: items(goods, download) })
  expect(body.paymentRefusal).toMatch(/betaal je apart/)
  const refused = await order([goods, download])
  expect(refused).toMatchObject({ status: 409, body: { message: body.paymentRefusal } })
  const stock = await shop.node.platform.db.select().from(products).where(eq(products.id, goods))
  expect(stock[0]?.reservedStock).toBe(0)
  expect((await buyer.call(quoteCart, { items: items(goods) })).body.paymentRefusal).toBeUndefined()
})

it('pays each order where its lines are taken, and again at the same provider', async () => {
  const { body: parcel } = await order([goods])
  const { body: file } = await order([download])
  expect((await paymentsOf(shop, parcel.orderId))[0]?.provider).toBe('mollie')
  expect((await paymentsOf(shop, file.orderId))[0]?.provider).toBe('verotel')
  expect(file.paymentUrl).toContain('/verotel/startorder?')
  expect((await buyer.call(payAgain, { orderId: file.orderId })).status).toBeLessThan(300)
  expect((await paymentsOf(shop, file.orderId)).map(({ provider }) => provider)).toEqual([
    'verotel',
    'verotel',
  ])
})

it('takes no gift card for what its provider refuses, until the owner allows it', async () => {
  const { code } = await giveCard(shop, admin, 5000)
  const credit = { giftCards: [code] }
  const quote = async (id: string) =>
    (await buyer.call(quoteCart, { items: items(id), ...credit })).body.creditPayments
  expect(await quote(goods)).toHaveLength(1)
  expect(await quote(download)).toEqual([])
  const minutes = await buyer.call(purchaseMinutes, { ...quickPackage, ...credit, expectedDue: 0 })
  expect(minutes).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })

  const { version, settings } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, version, creditBuysAll: true })
  expect(await quote(download)).toHaveLength(1)
  const paid = await buyer.call(purchaseMinutes, { ...quickPackage, ...credit, expectedDue: 0 })
  expect(paid.status).toBe(201)
})

it('follows the settings, which name accounts of the shop only', async () => {
  const { version, settings, payments } = (await admin.call(readSettings)).body
  expect(payments).toMatchObject({
    accounts: [{ id: 'mollie' }, { id: 'verotel', name: 'Verotel' }],
    defaults: { GOODS: 'mollie', MINUTES: 'verotel' },
  })
  const choose = (paymentProviders: object) =>
    admin.call(changeSettings, { ...settings, version, paymentProviders })
  expect(await choose({ GOODS: 'nobody' })).toMatchObject({
    status: 400,
    body: { fields: { 'paymentProviders.GOODS': 'Bij deze betaaldienst heeft de winkel geen account.' } },
  })
  expect((await choose({ GOODS: 'verotel' })).status).toBe(200)
  expect((await order([goods, download])).status).toBe(201)
})
