import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedToken } from '../../../tests/support/devMails.ts'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { userReferenceColumns } from '../../../tests/support/personalDataTraces.ts'
import { openShop, PASSWORD, type TestClient, type TestShop } from '../../../tests/support/shop.ts'
import { login, readUser, register, verifyEmail } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { listAddresses } from '../../people/addresses/contract.ts'
import { listInvoices } from '../../money/invoices/contract.ts'
import { invoices } from '../../money/invoices/table.ts'
import { checkout } from '../checkout/contract.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { cancelOrder, listOrders, readOrder } from '../orders/contract.ts'
import { movedColumns } from './claim.service.ts'
import { openGuestOrder, requestGuestOrderLink } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
let addresses = 0
const newAddress = () => `gast-${process.pid}-${++addresses}@gloed.test`

/** Orders what is in the cart, and pays. @returns the order's id */
async function order(
  guest: TestClient,
  email: string,
  {
    pay = true,
    address = someAddress,
    ...more
  }: { pay?: boolean; codes?: string[]; address?: typeof someAddress } = {},
) {
  const items = (await guest.call(readCart)).body.map(({ productId, quantity }) => ({ productId, quantity }))
  const { status, body } = await guest.call(checkout, {
    items,
    guest: { email, address, acceptsTerms: true },
    ...more,
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  if (pay) await guest.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return body.orderId
}

/** Follows the mailed link that verifies an address. */
async function verify(member: TestClient, email: string): Promise<void> {
  await expect.poll(() => mailedToken(shop.origin, email, '/verify-email'), { timeout: 10_000 }).toBeTruthy()
  await member.call(verifyEmail, { token: await mailedToken(shop.origin, email, '/verify-email') })
}

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

  it('gives the order to this browser, and to who has the mail', async () => {
    const guest = await newGuest(shop)
    const email = newAddress()
    const orderId = await order(guest, email.toUpperCase())
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
    const first = await order(guest, one)
    await guest.call(addToCart, { productId: (await addProduct(shop)).id })
    const second = await order(guest, other)
    expect((await guest.call(readOrder, { orderId: second })).status).toBe(200)
    await guest.call(addToCart, { productId: (await addProduct(shop, { price: 0 })).id })
    const free = await order(guest, newAddress(), { pay: false })
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

  it('mails a lost link, and says nothing of who ordered', async () => {
    const guest = await newGuest(shop)
    const email = newAddress()
    const orderId = await order(guest, email, { pay: false })
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
    await order(await newGuest(shop), email, { codes: [code] })
    const again = await newGuest(shop)
    const [{ productId } = { productId: '' }] = (await again.call(readCart)).body
    const refused = await again.call(checkout, {
      items: [{ productId, quantity: 1 }],
      codes: [code],
      guest: { email, address: someAddress, acceptsTerms: true },
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
    await order(again, newAddress(), { codes: [code] })
  })
})

describe('an account with the address of a guest', () => {
  it('gets the orders once its address is verified, and not before', async () => {
    const email = newAddress()
    const guest = await newGuest(shop)
    const orderId = await order(guest, email)
    await expect
      .poll(async () => (await guest.call(listInvoices, { orderId })).body.length, { timeout: 10_000 })
      .toBe(1)
    const member = shop.newClient()
    expect((await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })).status).toBe(201)
    expect((await member.call(listOrders)).body).toEqual([])
    await verify(member, email)
    expect((await member.call(listOrders)).body).toMatchObject([{ id: orderId }])
    expect((await member.call(listInvoices, { orderId })).body).toHaveLength(1)
    expect(await db().$count(users, eq(users.guestEmail, email))).toBe(0)
    expect((await guest.call(readOrder, { orderId })).status).toBe(404)
    const opened = await guest.call(openGuestOrder, { token: await linkToken(email) })
    expect(opened).toMatchObject({ status: 400, body: { message: expect.stringContaining('Log in') } })
  })

  it('has one order of a request that is repeated, and stays unknown to the guest', async () => {
    const email = newAddress()
    const guest = await newGuest(shop)
    const [{ productId } = { productId: '' }] = (await guest.call(readCart)).body
    const send = () =>
      guest.call(
        checkout,
        { items: [{ productId, quantity: 1 }], guest: { email, address: someAddress, acceptsTerms: true } },
        { 'idempotency-key': `key-${productId}` },
      )
    const first = await send()
    const member = shop.newClient()
    await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
    await verify(member, email)
    expect(await send()).toMatchObject({ status: 201, body: first.body })
    expect((await member.call(listOrders)).body).toHaveLength(1)
    expect((await member.call(readCart)).body).toHaveLength(1)
    expect((await guest.call(readCart)).body).toEqual([])
    expect((await guest.call(readOrder, { orderId: first.body.orderId })).status).toBe(404)
  })

  it('gets the addresses of its orders, each once, the last as its default', async () => {
    const email = newAddress()
    for (const street of ['Eerste straat', 'Tweede straat', 'Tweede straat'])
      await order(await newGuest(shop), email, { address: { ...someAddress, street } })
    const member = shop.newClient()
    await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
    expect((await member.call(listAddresses)).body).toEqual([])
    await verify(member, email)
    const first = (await member.call(listAddresses)).body
    expect(first.map(({ street, isDefault }) => [street, isDefault])).toEqual([
      ['Tweede straat', true],
      ['Eerste straat', false],
    ])
    // Claimed again at the next login.
    await order(await newGuest(shop), email, { address: { ...someAddress, street: 'Derde straat' } })
    await member.call(login, { email, password: PASSWORD })
    const second = (await member.call(listAddresses)).body
    expect(second.map(({ street, isDefault }) => [street, isDefault])).toEqual([
      ['Tweede straat', true],
      ['Eerste straat', false],
      ['Derde straat', false],
    ])
  })

  it('moves every column that names the customer of an order', async () => {
    // What goes with the row of a guest, or is never of one.
    const others = [
      /^(account_tokens|audit_entries|cart_|closed_|contacts|content_|credit_|data_exports|gifts?_|gifts|idempotency_keys)/,
      /^(internal_notes\.author_id|login_sessions|messages|minute_|notification|passkey|pending_logins|price_entries|product_)/,
      /^(push_subscriptions|recovery_codes|refund_mendings|replaced_|reviews|saved_filters|stock_entries|stop_links|terms_)/,
      /^(support_messages|totp_secrets|toy|admin_notification|analytics|back_in_stock|wishlist|price_|bulk_edits|sessions)/,
    ]
    const columns = await userReferenceColumns(db())
    const moved = new Set<string>(movedColumns)
    expect(columns.filter(each => !moved.has(each) && !others.some(one => one.test(each)))).toEqual([])
    for (const each of movedColumns) expect(columns).toContain(each)
  })

  it('is the only one to whom an invoice can go', async () => {
    const email = newAddress()
    const guest = await newGuest(shop)
    const orderId = await order(guest, email)
    await expect
      .poll(async () => (await guest.call(listInvoices, { orderId })).body.length, { timeout: 10_000 })
      .toBe(1)
    const { user } = await shop.newUser()
    const move = db()
      .update(invoices)
      .set({ userId: user.id })
      .where(sql`${invoices.subjectId} = ${orderId}::uuid`)
    await expect(move).rejects.toThrow('Failed query')
  })
})
