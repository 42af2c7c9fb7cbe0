import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../people/audit/admin/contract.ts'
import { readProduct } from '../../shop/products/catalog/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { getInvoice } from '../invoices/service.ts'
import { listInvoices } from '../invoices/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { addAddressFor, addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { giveCard } from '../../../tests/support/giftCards.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { checkGiftCard } from '../credit/contract.ts'
import { readShop } from './contract.ts'
import { type Settings } from '../../wire/settings.ts'
import { changeSettings, readSettings } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-12-20T12:00:00Z') }
beforeAll(async () => {
  const env = { SHOP_NAME: 'Gloed', SELLER_CITY: 'Antwerpen', SELLER_COUNTRY: 'BE' }
  shop = await openShop({ env, now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const kept = async () => (await admin.call(readSettings)).body
const facts = async () => (await shop.newClient().call(readShop)).body
async function change(changes: Partial<Settings>) {
  const { settings, version } = await kept()
  return admin.call(changeSettings, { ...settings, ...changes, version })
}

it('starts with the defaults of the environment', async () => {
  expect(await kept()).toMatchObject({
    version: 0,
    changedAt: null,
    settings: { shopName: 'Gloed', trackingCost: 250, company: { city: 'Antwerpen', country: 'BE' } },
  })
})

it('applies to the next request, and is audited', async () => {
  const saved = await change({ shopName: 'Vonk', trackingCost: 395 })
  expect(saved).toMatchObject({ status: 200, body: { version: 1, settings: { shopName: 'Vonk' } } })
  expect(await facts()).toMatchObject({ name: 'Vonk', trackingCost: 395 })
  const { items } = (await admin.call(listAuditEntries, { action: 'SETTINGS_CHANGED' })).body
  expect(items).toMatchObject([
    {
      actor: { id: admin.user.id },
      details: { shopName: { from: 'Gloed', to: 'Vonk' }, trackingCost: { from: 250, to: 395 } },
    },
  ])
})

it('writes nothing when nothing changed', async () => {
  const { version } = await kept()
  expect((await change({})).body.version).toBe(version)
})

it('returns a conflict when another admin changed the same setting', async () => {
  const before = await kept()
  await change({ shopName: 'Sintel' })
  const late = { ...before.settings, trackingCost: 100, version: before.version }
  expect(await admin.call(changeSettings, late)).toMatchObject({
    status: 409,
    body: { code: 'SETTINGS_CHANGED' },
  })
  expect((await kept()).settings).toMatchObject({ shopName: 'Sintel', trackingCost: 395 })
})

it('names the invalid field', async () => {
  const { company } = (await kept()).settings
  expect(await change({ company: { ...company, companyNumber: '0123.456.789' } })).toMatchObject({
    status: 400,
    body: { fields: { 'company.companyNumber': expect.stringContaining('ondernemingsnummer') } },
  })
})

it('has gift cards valid for as long as it says, and for no less than a year', async () => {
  for (const [giftCardMonths, message] of [
    [11, 'Vul minstens 12 maanden in: zo lang is een cadeaubon minstens geldig.'],
    [121, 'Vul hoogstens 120 maanden in.'],
    [12.5, 'Vul een aantal maanden in.'],
  ] as const)
    expect(await change({ giftCardMonths })).toMatchObject({
      status: 400,
      body: { fields: { giftCardMonths: message } },
    })
  const validUntil = async () => {
    const { code } = await giveCard(shop, admin, 100)
    return (await shop.newClient().call(checkGiftCard, { code })).body.expiresAt
  }
  // Midnight in Brussels after the last day.
  expect(await validUntil()).toBe('2028-12-20T23:00:00.000Z')
  expect((await change({ giftCardMonths: 12 })).status).toBe(200)
  expect(await validUntil()).toBe('2027-12-20T23:00:00.000Z')
})

it('shows customers a holiday notice on its days only', async () => {
  const notice = { text: 'We zijn er even niet.', from: '2026-12-24', until: '2026-12-26' }
  await change({ holidayNotice: notice })
  expect((await facts()).notice).toBeNull()
  clock.at = Date.parse('2026-12-24T08:00:00Z')
  expect((await facts()).notice).toBe(notice.text)
})

it('shows and hides placeholder ratings at once', async () => {
  const { slug } = await addProduct(shop)
  const rating = async () => (await shop.newClient().call(readProduct, { idOrSlug: slug })).body.rating
  expect(await rating()).toBe(4.5)
  await change({ placeholderRating: false })
  expect(await rating()).toBeNull()
})

it('allows and disallows search engines at once', async () => {
  const robots = async () => String((await shop.newClient().request('GET', '/robots.txt')).body)
  expect(await robots()).not.toContain('Sitemap')
  await change({ storefrontAccess: 'public' })
  expect(await robots()).toContain('Sitemap')
  await change({ storefrontAccess: 'members' })
  expect(await robots()).not.toContain('Sitemap')
})

describe('a price change during the checkout', () => {
  it('is reported, and the order keeps its agreed price', async () => {
    const customer = await shop.newUser()
    const { id: productId } = await addProduct(shop, { price: 1000, showShippingOptions: true })
    const addressId = await addAddressFor(customer)
    const basket = { items: [{ productId, quantity: 1 }], addressId, hasTracking: true }
    await change({ trackingCost: 300 })
    const first = await customer.call(checkout, { ...basket, expectedTotal: 1300 })
    expect(first.status).toBe(201)
    await change({ trackingCost: 450 })
    expect(await customer.call(checkout, { ...basket, expectedTotal: 1300 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', total: 1450 },
    })
    const { body } = await customer.call(readOrder, { orderId: first.body.orderId })
    expect(body).toMatchObject({ total: 1300, trackingCost: 300 })
  })

  it('may be zero, and the parcel is still tracked', async () => {
    const customer = await shop.newUser()
    const { id: productId } = await addProduct(shop, { price: 1000, showShippingOptions: true })
    await change({ trackingCost: 0 })
    const addressId = await addAddressFor(customer)
    const basket = { items: [{ productId, quantity: 1 }], addressId, hasTracking: true }
    const { body } = await customer.call(checkout, basket)
    expect((await customer.call(readOrder, { orderId: body.orderId })).body).toMatchObject({
      total: 1000,
      hasTracking: true,
      trackingCost: 0,
    })
  })
})

it('does not change an existing invoice', async () => {
  const { db } = shop.node.platform
  const customer = await shop.newUser()
  const billed = async () => {
    const { id } = await addProduct(shop)
    const orderId = await buyProduct(customer, id, 'paid')
    const invoices = async () => (await customer.call(listInvoices, { orderId })).body
    await expect.poll(invoices, { timeout: 20_000 }).toHaveLength(1)
    return (await invoices())[0]?.id as string
  }
  const { company } = (await kept()).settings
  const before = await billed()
  await change({ vatScheme: 'SMALL_ENTERPRISE', company: { ...company, name: 'Sintel bv' } })
  const after = await billed()
  expect((await getInvoice(db, before)).content).toMatchObject({
    vat: { scheme: 'DOMESTIC' },
    seller: { name: company.name },
  })
  expect((await getInvoice(db, after)).content).toMatchObject({
    vat: { scheme: 'SMALL_ENTERPRISE' },
    seller: { name: 'Sintel bv', address: ['Antwerpen', 'België'] },
  })
})
