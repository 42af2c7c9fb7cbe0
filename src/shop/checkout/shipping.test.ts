import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest, setPublic } from '../../../tests/support/guests.ts'
import { stockOf } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { setOrderStatus, refundOrder } from '../orders/admin/contract.ts'
import { invoices } from '../../money/invoices/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import type { Settings } from '../../wire/settings.ts'
import { readOrder } from '../orders/contract.ts'
import { addRate, addZone } from '../shipping/admin/contract.ts'
import { calculateShipping } from '../shipping/contract.ts'
import { checkout, quoteCart } from './contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
  for (const [country, price] of [
    ['NL', 695],
    ['BE', 860],
  ] as const) {
    const zone = { name: country, countries: [country], carrier: 'PostNL', isActive: true }
    const { id: zoneId } = (await admin.call(addZone, zone)).body
    await admin.call(addRate, { ...parcel, zoneId, price })
  }
})
afterAll(() => shop.close())

const parcel = {
  serviceName: 'Pakket',
  deliveryTime: '1-2 werkdagen',
  weightFrom: 0,
  weightTo: 2000,
  maxLength: null,
  maxWidth: null,
  maxHeight: null,
  isActive: true,
}

async function set(changes: Partial<Settings>): Promise<void> {
  const { version, settings } = (await admin.call(readSettings)).body
  const { status } = await admin.call(changeSettings, { ...settings, ...changes, version })
  expect(status).toBe(200)
}
const addressIn = async (country: string) =>
  (await customer.call(createAddress, { ...someAddress, country })).body.id
const refusal = (field: string, message: string) => ({
  status: 409,
  body: { code: 'NOT_SHIPPED_THERE', message, fields: { [field]: message } },
})
const notToGermany = 'Naar Duitsland verzenden we niet. We verzenden naar Nederland en België.'

describe('a country that is not shipped to', () => {
  it('is refused by the quote and at the address, and then holds nothing', async () => {
    const { id: productId } = await addProduct(shop)
    const items = [{ productId, quantity: 2 }]
    const quote = await customer.call(quoteCart, { items, country: 'Duitsland' })
    expect(quote.body).toMatchObject({ total: 2000, shippingCost: 0, shippingRefusal: notToGermany })
    const addressId = await addressIn('Duitsland')
    expect(await customer.call(checkout, { items, addressId })).toMatchObject(
      refusal('addressId', notToGermany),
    )
    expect(await stockOf(shop, productId)).toEqual({ stock: 100, reserved: 0 })
    const there = await customer.call(quoteCart, { items, country: 'België' })
    expect(there.body.shippingRefusal).toBeUndefined()
    expect((await customer.call(checkout, { items, addressId: await addressIn('België') })).status).toBe(201)
  })

  it('is refused to a guest at the field of the address', async () => {
    await setPublic(shop, true)
    const guest = await newGuest(shop)
    const { id: productId } = await addProduct(shop)
    const address = { ...someAddress, country: 'Duitsland' }
    const input = {
      items: [{ productId, quantity: 1 }],
      guest: { email: 'gast@gloed.test', address, acceptsTerms: true },
    }
    expect(await guest.call(checkout, input)).toMatchObject(refusal('guest.address.country', notToGermany))
  })

  it('does not matter to digital products', async () => {
    const digital = await addProduct(shop, { showShippingOptions: false, shippingCost: 0 })
    const items = [{ productId: digital.id, quantity: 1 }]
    const { status } = await customer.call(checkout, { items, addressId: await addressIn('Duitsland') })
    expect(status).toBe(201)
  })
})

// Rates are without VAT, of 21 % here: 6.95 is 8.41 with it, and 8.60 is 10.41.
describe('shipping at the price of the zone', () => {
  it('is the same in the quote, the order and its invoice', async () => {
    await set({ shippingPricing: 'ZONES' })
    const { id: productId } = await addProduct(shop, { weight: 400 })
    const items = [{ productId, quantity: 2 }]
    const rates = await customer.call(calculateShipping, { weight: 800, country: 'BE' })
    expect(rates.body).toMatchObject([{ price: 860, priceWithVat: 1041 }])
    const seen = { items, hasTracking: true }
    expect((await customer.call(quoteCart, seen)).body).toMatchObject({ shippingCost: 841, total: 3091 })
    const quote = (await customer.call(quoteCart, { ...seen, country: 'België' })).body
    expect(quote).toMatchObject({ shippingCost: 1041, trackingCost: 250, total: 3291 })
    const addressId = await addressIn('België')
    const dearer = await customer.call(checkout, { ...seen, addressId, expectedTotal: 3091 })
    expect(dearer).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 3291 } })
    const { orderId } = (await customer.call(checkout, { ...seen, addressId, expectedTotal: 3291 })).body
    const order = (await customer.call(readOrder, { orderId })).body
    expect(order).toMatchObject({ total: 3291, shippingCost: 1041, trackingCost: 250 })
    await admin.call(setOrderStatus, { orderId, status: 'PAID' })
    const { db } = shop.node.platform
    const issued = () => db.select().from(invoices).where(eq(invoices.subjectId, orderId))
    await expect.poll(async () => (await issued()).length, { timeout: 20_000 }).toBe(1)
    expect(JSON.stringify((await issued())[0]?.content)).toContain('"Verzending"')
    expect((await issued())[0]).toMatchObject({ totalCents: 3291 })
    const refund = (quantity: number) =>
      admin.call(refundOrder, { orderId, items: [{ itemId: order.items[0]?.id ?? '', quantity }] })
    expect((await refund(1)).body).toMatchObject({ amount: 1000, left: 2291 })
    // All of it is withdrawn: only the tracking that was chosen stays paid.
    expect((await refund(1)).body).toMatchObject({ amount: 2041, left: 250 })
  })

  it('has the VAT of the sent goods, and none where the shop charges none', async () => {
    const quoted = async (product: object, country: string) => {
      const { id: productId } = await addProduct(shop, { weight: 400, ...product })
      const basket = { items: [{ productId, quantity: 1 }], country }
      return (await customer.call(quoteCart, basket)).body.shippingCost
    }
    expect(await quoted({ taxClass: 'BOOKS' }, 'Nederland')).toBe(737)
    await set({ vatScheme: 'SMALL_ENTERPRISE' })
    expect(await quoted({}, 'Nederland')).toBe(695)
    expect((await customer.call(calculateShipping, { weight: 800, country: 'NL' })).body).toMatchObject([
      { price: 695, priceWithVat: 695 },
    ])
    await set({ vatScheme: 'DOMESTIC' })
  })

  it('is refused for a parcel that no rate takes', async () => {
    const { id: productId } = await addProduct(shop, { weight: 1500 })
    const items = [{ productId, quantity: 2 }]
    const message =
      'Voor dit pakket naar Nederland hebben we geen verzendtarief. Verdeel het over meer bestellingen, of vraag ons wat kan.'
    const { body } = await customer.call(quoteCart, { items, country: 'Nederland' })
    expect(body.shippingRefusal).toBe(message)
    const addressId = await addressIn('Nederland')
    expect(await customer.call(checkout, { items, addressId })).toMatchObject(refusal('addressId', message))
  })

  it('is free from an amount, before discounts, and costs nothing for digital products', async () => {
    await set({ shippingPricing: 'FREE_FROM', freeShippingFrom: 2000 })
    const { id: productId } = await addProduct(shop, { weight: 400 })
    const costOf = async (quantity: number, id = productId) =>
      (await customer.call(quoteCart, { items: [{ productId: id, quantity }] })).body.shippingCost
    expect(await costOf(1)).toBe(841)
    expect(await costOf(2)).toBe(0)
    const digital = await addProduct(shop, { showShippingOptions: false, shippingCost: 0 })
    expect(await costOf(1, digital.id)).toBe(0)
  })
})
