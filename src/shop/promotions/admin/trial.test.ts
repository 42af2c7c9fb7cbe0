import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import {
  addPromotion,
  one,
  openPromotionShop,
  type PromotionShop,
} from '../../../../tests/support/promotions.ts'
import { addProductWithVariants } from '../../../../tests/support/variants.ts'
import { quoteCart } from '../../checkout/contract.ts'
import { addRate, addZone } from '../../shipping/admin/contract.ts'
import type { Settings } from '../../../wire/settings.ts'
import { tryPromotions } from './contract.ts'
import { changeSettings, readSettings } from '../../../money/settings/admin/contract.ts'

let shop: PromotionShop
beforeAll(async () => {
  shop = await openPromotionShop()
  const { admin } = shop
  for (const [country, price] of [
    ['NL', 695],
    ['BE', 860],
  ] as const) {
    const zone = { name: country, countries: [country], carrier: 'PostNL', isActive: true }
    const { id: zoneId } = (await admin.call(addZone, zone)).body
    const rate = { zoneId, serviceName: 'Pakket', deliveryTime: '1-2 werkdagen', price, isActive: true }
    const sizes = { weightFrom: 0, weightTo: 2000, maxLength: null, maxWidth: null, maxHeight: null }
    await admin.call(addRate, { ...rate, ...sizes })
  }
})
afterAll(() => shop.shop.close())

/** Cents, as the settings begin. */
const TRACKING = 250

async function set(changes: Partial<Settings>): Promise<void> {
  const { version, settings } = (await shop.admin.call(readSettings)).body
  expect((await shop.admin.call(changeSettings, { ...settings, ...changes, version })).status).toBe(200)
}
const attempt = (input: object) => shop.admin.call(tryPromotions, input)

it('has the price of shipping there, as the summary of a cart has it, and takes it off when a promotion makes it free', async () => {
  await set({ shippingPricing: 'ZONES', shipsTo: ['NL', 'BE', 'DE'] })
  await addPromotion(shop.admin, { code: 'VRIJ', kind: 'FREE_TRACKING', minimumCents: 1500 })
  const items = one((await addProduct(shop.shop)).id)
  const customer = await shop.shop.newUser()
  for (const [country, shippingCost] of [
    // With 21 % VAT.
    [undefined, 841],
    ['België', 1041],
  ] as const) {
    const basket = { items, hasTracking: true, ...(country && { country }) }
    const tried = (await attempt(basket)).body
    expect(tried).toMatchObject({ products: 1000, shippingCost, total: 1000 + shippingCost + TRACKING })
    const { lines, total, ...quote } = (await customer.call(quoteCart, basket)).body
    expect(tried).toMatchObject({ lines, total, shippingCost: quote.shippingCost })
  }
  // The products alone count for a minimum.
  expect((await attempt({ items, codes: ['VRIJ'] })).body).toMatchObject({
    refused: [{ code: 'VRIJ', reason: 'MINIMUM' }],
    total: 1841,
  })
  const enough = { items: one(items[0]!.productId, 2), codes: ['VRIJ'], hasTracking: true }
  expect((await attempt(enough)).body).toMatchObject({
    promotions: [{ kind: 'FREE_TRACKING', amount: 841 + TRACKING }],
    shippingCost: 0,
    trackingCost: 0,
    total: 2000,
  })
  expect((await attempt({ items, country: 'Duitsland' })).body).toMatchObject({
    shippingRefusal: expect.stringContaining('hebben we geen verzendtarief'),
  })
  await set({ shippingPricing: 'FREE_FROM', freeShippingFrom: 2000 })
  expect((await attempt(enough)).body).toMatchObject({ total: 2000, promotions: [{ amount: TRACKING }] })
  await set({ shippingPricing: 'FREE' })
  expect((await attempt({ ...enough, hasTracking: false })).body).toMatchObject({
    refused: [{ code: 'VRIJ', reason: 'NO_TRACKING' }],
    total: 2000,
  })
})

it('counts of a product with variants the cheapest that is sold, and refuses products that are not for sale', async () => {
  const { product, variants } = await addProductWithVariants(
    shop.shop,
    [{ name: 'maat', values: ['S', 'M', 'L'] }],
    [
      { values: ['S'], price: 3000 },
      { values: ['M'], price: 2000 },
      { values: ['L'], price: 1000, isActive: false },
    ],
  )
  await addPromotion(shop.admin, { code: 'JURK', target: 'PRODUCTS', targetIds: [product.id] })
  expect((await attempt({ items: one(product.id, 2), codes: ['JURK'] })).body).toMatchObject({
    lines: [{ productId: variants[1]!.id, quantity: 2, price: 2000, discount: 400 }],
    total: 3600,
  })
  const off = await addProduct(shop.shop, { isActive: false })
  for (const productId of [off.id, variants[2]!.id, crypto.randomUUID()])
    expect(await attempt({ items: [...one(product.id), ...one(productId)] })).toMatchObject({
      status: 404,
      body: { message: 'Een van deze producten is niet te koop.' },
    })
})

it('counts as another time promotions that have begun by then, for a customer who ordered before and has used nothing', async () => {
  const items = one((await addProduct(shop.shop)).id)
  await addPromotion(shop.admin, { code: 'STRAKS', startsAt: '2026-12-01T00:00', endsAt: '2026-12-02T00:00' })
  await addPromotion(shop.admin, { code: 'EERSTE', firstOrderOnly: true, percentage: 20 })
  const total = async (input: object) => (await attempt({ items, ...input })).body.total
  expect(await total({ codes: ['STRAKS'] })).toBe(1000)
  expect(await total({ codes: ['STRAKS'], at: '2026-11-30T23:59' })).toBe(1000)
  expect(await total({ codes: ['STRAKS'], at: '2026-12-01T00:00' })).toBe(900)
  expect(await total({ codes: ['STRAKS'], at: '2026-12-02T00:00' })).toBe(1000)
  expect(await attempt({ items, at: '2027-02-30T00:00' })).toMatchObject({
    status: 400,
    body: { fields: { at: expect.any(String) } },
  })
  expect(await total({ codes: ['EERSTE'] })).toBe(800)
  expect(await total({ codes: ['EERSTE'], isFirstOrder: false })).toBe(1000)
})
