import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedToken } from '../../../tests/support/devMails.ts'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { newGuest, orderAsGuest, verifyAddress } from '../../../tests/support/guests.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { userReferenceColumns } from '../../../tests/support/personalDataTraces.ts'
import { openShop, PASSWORD, type TestShop } from '../../../tests/support/shop.ts'
import { login, register } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { createAddress, listAddresses } from '../../people/addresses/contract.ts'
import { listInvoices } from '../../money/invoices/contract.ts'
import { invoices } from '../../money/invoices/table.ts'
import { checkout } from '../checkout/contract.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { listOrders, readOrder } from '../orders/contract.ts'
import { movedColumns } from './claim.service.ts'
import { openGuestOrder } from './contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
let addresses = 0
const newAddress = () => `claim-${process.pid}-${++addresses}@gloed.test`

const linkToken = async (email: string): Promise<string> => {
  await expect.poll(() => mailedToken(shop.origin, email, '/bestelling'), { timeout: 10_000 }).toBeTruthy()
  return (await mailedToken(shop.origin, email, '/bestelling')) ?? ''
}

describe('an account with the address of a guest', () => {
  it('gets the orders once its address is verified, and not before', async () => {
    const email = newAddress()
    const guest = await newGuest(shop)
    const orderId = await orderAsGuest(guest, email)
    await expect
      .poll(async () => (await guest.call(listInvoices, { orderId })).body.length, { timeout: 10_000 })
      .toBe(1)
    const member = shop.newClient()
    expect((await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })).status).toBe(201)
    expect((await member.call(listOrders)).body).toEqual([])
    await verifyAddress(shop, member, email)
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
    await guest.request('GET', await completePayment(first.body.paymentUrl as string, 'paid'))
    await guest.call(addToCart, { productId })
    const member = shop.newClient()
    await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
    await verifyAddress(shop, member, email)
    expect(await send()).toMatchObject({ status: 201, body: first.body })
    expect((await member.call(listOrders)).body).toHaveLength(1)
    expect((await member.call(readCart)).body).toEqual([])
    expect((await guest.call(readCart)).body).toHaveLength(1)
    expect((await guest.call(readOrder, { orderId: first.body.orderId })).status).toBe(404)
  })

  it('gets nothing of an order that nobody paid, nor an address or a cart of another browser', async () => {
    const code = `ENKEL${process.pid}`
    await addPromotion(await shop.newUser('ADMIN'), {
      code,
      kind: 'AMOUNT',
      amountCents: 100,
      oncePerCustomer: true,
    })
    const email = newAddress()
    const stranger = await newGuest(shop)
    const unpaid = await orderAsGuest(stranger, email, { pay: false, codes: [code] })
    const member = shop.newClient()
    await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
    await verifyAddress(shop, member, email)
    await member.call(login, { email, password: PASSWORD })
    expect((await member.call(listOrders)).body).toEqual([])
    expect((await member.call(listAddresses)).body).toEqual([])
    expect((await member.call(readCart)).body).toEqual([])
    expect((await stranger.call(readOrder, { orderId: unpaid })).body).toMatchObject({ status: 'PENDING' })
    // It does not hold a code for one use either.
    const { id: productId } = await addProduct(shop)
    await member.call(addToCart, { productId })
    const addressId = (await member.call(createAddress, someAddress)).body.id
    const placed = await member.call(checkout, {
      items: [{ productId, quantity: 1 }],
      addressId,
      codes: [code],
    })
    expect(placed).toMatchObject({ status: 201 })
    // Of one browser that paid one order and left another, one moves.
    const paid = await orderAsGuest(stranger, email)
    await member.call(login, { email, password: PASSWORD })
    const ids = (await member.call(listOrders)).body.map(({ id }) => id)
    expect(ids.toSorted()).toEqual([paid, placed.body.orderId].toSorted())
    expect((await stranger.call(readOrder, { orderId: paid })).status).toBe(404)
    expect((await stranger.call(readOrder, { orderId: unpaid })).status).toBe(200)
  })

  it('gets the unpaid order, the cart and the address of the browser that logs in, the address not as the default one', async () => {
    const email = newAddress()
    const member = shop.newClient()
    await member.call(register, { email, password: PASSWORD, displayName: 'Lid' })
    await verifyAddress(shop, member, email)
    const guest = await newGuest(shop)
    const orderId = await orderAsGuest(guest, email, { pay: false })
    const cookie = guest.cookie()
    await shop.newClient().call(login, { email, password: PASSWORD }, { cookie })
    expect((await member.call(listOrders)).body).toMatchObject([{ id: orderId }])
    expect((await member.call(readCart)).body).toHaveLength(1)
    const claimed = (await member.call(listAddresses)).body
    expect(claimed).toMatchObject([{ street: someAddress.street, isDefault: false }])
    // An order of the browser with its old cookie changes nothing of it.
    await guest.call(addToCart, { productId: (await addProduct(shop)).id })
    await orderAsGuest(guest, email, { pay: false, address: { ...someAddress, street: 'Elders' } })
    expect((await member.call(listAddresses)).body).toEqual(claimed)
    const own = await member.call(createAddress, { ...someAddress, street: 'Thuis' })
    expect(own.body.isDefault).toBe(true)
  })

  it('moves every column that names the customer of an order', async () => {
    // The rows that go with the row of a guest, or are never of one.
    const others = [
      /^(block|contact_digests|creator|earning_|identity_|payees|payout|self_billed_)/,
      /^(account_tokens|addresses|audit_entries|cart_|closed_|contacts|content_|credit_|data_exports|gifts?_|gifts|idempotency_keys)/,
      /^(internal_notes\.author_id|login_sessions|messages|minute_|notification|passkey|pending_logins|price_entries|product_)/,
      /^(push_subscriptions|recovery_codes|refund_resolutions|replaced_|reviews|saved_filters|stock_entries|stop_links|terms_)/,
      /^(support_messages|totp_secrets|toy|admin_notification|analytics|back_in_stock|wishlist|price_|bulk_edits|sessions)/,
    ]
    const columns = await userReferenceColumns(db())
    const moved = new Set(Object.keys(movedColumns))
    expect(columns.filter(each => !moved.has(each) && !others.some(one => one.test(each)))).toEqual([])
    for (const each of moved) expect(columns).toContain(each)
  })

  it('is the only one to whom an invoice can go', async () => {
    const email = newAddress()
    const guest = await newGuest(shop)
    const orderId = await orderAsGuest(guest, email)
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
