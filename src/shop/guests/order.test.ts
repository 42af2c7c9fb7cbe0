import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedToken } from '../../../tests/support/devMails.ts'
import { addProduct, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest, orderAsGuest } from '../../../tests/support/guests.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { listInvoices } from '../../money/invoices/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { cancelOrder, listOrders, readOrder } from '../orders/contract.ts'
import { openGuestOrder, requestGuestOrderLink } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
let addresses = 0
const newAddress = () => `gast-${process.pid}-${++addresses}@gloed.test`

const linkToken = async (email: string): Promise<string> => {
  await expect.poll(() => mailedToken(shop.origin, email, '/bestelling'), { timeout: 10_000 }).toBeTruthy()
  return (await mailedToken(shop.origin, email, '/bestelling')) ?? ''
}

describe('ordering without an account', () => {
  it('needs an address, and the terms', async () => {
    const guest = await newGuest(shop)
    const [{ productId } = { productId: '' }] = (await guest.call(readCart)).body
    const items = [{ productId, quantity: 1 }]
    expect(await guest.call(checkout, { items })).toMatchObject({
      status: 400,
      body: { fields: { 'guest.email': 'Vul je e-mailadres in.' } },
    })
    const details = { email: newAddress(), address: someAddress, acceptsTerms: true }
    const attempt = (guestDetails: object) => guest.call(checkout, { items, guest: guestDetails })
    expect(await attempt({ ...details, email: 'nee' })).toMatchObject({
      status: 400,
      body: { fields: { 'guest.email': 'Dit is geen geldig e-mailadres.' } },
    })
    expect(await attempt({ ...details, acceptsTerms: false })).toMatchObject({
      body: {
        fields: {
          'guest.acceptsTerms': 'Bevestig dat je 18 jaar of ouder bent en akkoord gaat met de voorwaarden.',
        },
      },
    })
    expect(await attempt({ ...details, address: { ...someAddress, city: '' } })).toMatchObject({
      body: { fields: { 'guest.address.city': 'Stad is verplicht' } },
    })
    expect(await attempt({ ...details, address: null })).toMatchObject({
      status: 422,
      body: { code: 'ADDRESS_REQUIRED', fields: { 'guest.address': 'Vul je adres in.' } },
    })
    expect((await guest.call(listOrders)).body).toEqual([])
    const empty = await shop.newClient().call(checkout, { items, guest: details })
    expect(empty).toMatchObject({ status: 400, body: { message: 'Je winkelwagen is leeg.' } })
  })

  it('gives the order to this browser, and to the owner of the mail', async () => {
    const guest = await newGuest(shop)
    const email = newAddress()
    const orderId = await orderAsGuest(guest, email.toUpperCase())
    expect(await guest.call(readOrder, { orderId })).toMatchObject({
      status: 200,
      body: { status: 'PAID', shippingCity: 'Utrecht', shippingPostalCode: '3512 AB' },
    })
    expect((await guest.call(readCart)).body).toEqual([])
    expect((await guest.call(readUser)).status).toBe(401)
    const [stored] = await db().select().from(users).where(eq(users.guestEmail, email))
    expect(stored).toMatchObject({ role: 'GUEST', policyVersion: expect.stringMatching(/./) })
    const phone = await newGuest(shop)
    expect((await phone.call(readOrder, { orderId })).status).toBe(404)
    const token = await linkToken(email)
    expect(await phone.call(openGuestOrder, { token })).toMatchObject({ status: 200, body: { orderId } })
    expect((await phone.call(readOrder, { orderId })).status).toBe(200)
    await expect
      .poll(async () => (await phone.call(listInvoices, { orderId })).body.length, { timeout: 10_000 })
      .toBe(1)
    // The link opens the order, not the cart of whoever typed this address.
    await guest.call(addToCart, { productId: (await addProduct(shop)).id })
    expect((await phone.call(readCart)).body).toHaveLength(1)
    expect((await guest.call(readCart)).body[0]?.id).not.toBe((await phone.call(readCart)).body[0]?.id)
    expect((await phone.call(openGuestOrder, { token: 'verzonnen' })).status).toBe(400)
    expect((await phone.call(cancelOrder, { orderId })).body).toMatchObject({ status: 'CANCELLED' })
  })

  it('keeps the address of an order when the next one has another', async () => {
    const guest = await newGuest(shop)
    const [one, other] = [newAddress(), newAddress()]
    const first = await orderAsGuest(guest, one)
    await guest.call(addToCart, { productId: (await addProduct(shop)).id })
    const second = await orderAsGuest(guest, other)
    expect((await guest.call(readOrder, { orderId: second })).status).toBe(200)
    await guest.call(addToCart, { productId: (await addProduct(shop, { price: 0 })).id })
    const free = await orderAsGuest(guest, newAddress(), { pay: false })
    expect((await guest.call(readOrder, { orderId: free })).body).toMatchObject({ status: 'PAID' })
    expect((await guest.call(readOrder, { orderId: second })).status).toBe(404)
    expect((await guest.call(readOrder, { orderId: first })).status).toBe(404)
    for (const [email, orderId] of [
      [one, first],
      [other, second],
    ] as const)
      expect((await shop.newClient().call(openGuestOrder, { token: await linkToken(email) })).body).toEqual({
        orderId,
      })
  })

  it('mails a lost link, and does not tell whether somebody ordered', async () => {
    const guest = await newGuest(shop)
    const email = newAddress()
    const orderId = await orderAsGuest(guest, email, { pay: false })
    const { number } = (await guest.call(readOrder, { orderId })).body
    const visitor = shop.newClient()
    const wrong = await visitor.call(requestGuestOrderLink, { number, email: newAddress() })
    const right = await visitor.call(requestGuestOrderLink, { number, email })
    expect([wrong.status, right.status, wrong.body]).toEqual([202, 202, right.body])
    expect((await visitor.call(openGuestOrder, { token: await linkToken(email) })).body).toEqual({ orderId })
  })

  it('is one customer to promotions, with and without an account', async () => {
    const code = `EERSTE${addresses}`
    await addPromotion(await shop.newUser('ADMIN'), {
      code,
      kind: 'AMOUNT',
      amountCents: 100,
      firstOrderOnly: true,
    })
    const email = newAddress()
    await orderAsGuest(await newGuest(shop), email, { codes: [code] })
    const again = await newGuest(shop)
    const [{ productId } = { productId: '' }] = (await again.call(readCart)).body
    const refused = await again.call(checkout, {
      items: [{ productId, quantity: 1 }],
      codes: [code],
      guest: { email, address: someAddress, acceptsTerms: true },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
    await orderAsGuest(again, newAddress(), { codes: [code] })
  })
})
