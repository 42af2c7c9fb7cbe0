import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { newGuest, setPublic } from '../../../tests/support/guests.ts'
import { openShop, PASSWORD, type TestClient, type TestShop } from '../../../tests/support/shop.ts'
import { login, readUser, register } from '../../people/accounts/contract.ts'
import { GUEST_SECONDS } from '../../people/accounts/guestCookie.rules.ts'
import { users } from '../../people/accounts/table.ts'
import { listCustomers } from '../../backoffice/customers/contract.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from '../cart/contract.ts'
import { quoteCart } from '../checkout/contract.ts'
import { products } from '../products/catalog/table.ts'
import { listOrders } from '../orders/contract.ts'
import { readWishlist } from '../wishlist/contract.ts'
import { deleteStaleGuests } from './mergeCart.service.ts'

let shop: TestShop
let time = new Date()
beforeAll(async () => {
  shop = await openShop({ now: () => time, env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
  await setPublic(shop)
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const guestCount = () => db().$count(users, eq(users.role, 'GUEST'))
const quantities = async (client: TestClient) =>
  Object.fromEntries((await client.call(readCart)).body.map(line => [line.productId, line.quantity]))
const from = (address: string) => ({ 'x-forwarded-for': address })
const value = (client: TestClient, name: string) =>
  client
    .cookie()
    .split('; ')
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

describe('the cart of a visitor of a public shop', () => {
  it('is empty without a trace, and made with its first line', async () => {
    const [visitor, before] = [shop.newClient(), await guestCount()]
    expect(await visitor.call(readCart)).toMatchObject({ status: 200, body: [] })
    expect((await visitor.call(addToCart, { productId: crypto.randomUUID() })).status).toBe(404)
    expect(visitor.cookie()).toBe('')
    expect(await guestCount()).toBe(before)
    const { id } = await addProduct(shop)
    const added = await visitor.call(addToCart, { productId: id, quantity: 2 })
    expect(added).toMatchObject({ status: 201, body: { quantity: 2 } })
    const set = added.headers.getSetCookie()
    expect(set[0]).toMatch(/^gloed_guest=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(set[1]).toMatch(/^gloed_cart=1; Max-Age=2592000; Path=\/; SameSite=Lax$/)
    expect(await guestCount()).toBe(before + 1)
    await visitor.call(addToCart, { productId: id })
    expect(await quantities(visitor)).toEqual({ [id]: 3 })
    const [line] = (await visitor.call(readCart)).body
    await visitor.call(setCartLine, { itemId: line?.id, quantity: 1 })
    expect(await quantities(visitor)).toEqual({ [id]: 1 })
    const quoted = await visitor.call(quoteCart, { items: [{ productId: id, quantity: 1 }] })
    expect(quoted).toMatchObject({ status: 200, body: { total: 1000 } })
    expect((await visitor.call(removeCartLine, { itemId: line?.id })).status).toBe(204)
    expect(await guestCount()).toBe(before + 1)
  })

  it('gives nothing of an account', async () => {
    const guest = await newGuest(shop)
    expect((await guest.call(readUser)).status).toBe(401)
    expect((await guest.call(readWishlist)).status).toBe(401)
    expect(await guest.call(listOrders)).toMatchObject({ status: 200, body: [] })
    expect((await shop.newClient().call(listOrders)).status).toBe(401)
    const admin = await shop.newUser('ADMIN')
    const { body } = await admin.call(listCustomers, { role: 'GUEST', page: 1 })
    expect(body).toMatchObject({ total: 0 })
  })

  it('is nobody’s with a forged or stale cookie', async () => {
    const guest = await newGuest(shop)
    const mine = value(guest, 'gloed_guest') as string
    const [id = '', issued = '', mac = ''] = mine.split('.')
    const other = crypto.randomUUID()
    for (const forged of [
      `${other}.${issued}.${mac}`,
      `${id}.zzzzzz.${mac}`,
      `${id}.${issued}.`,
      `${id}.${issued}`,
      `${mine}x`,
      id,
      '',
      '.',
    ]) {
      const cookie = `gloed_guest=${forged}`
      expect((await shop.newClient().call(readCart, {}, { cookie })).body, forged).toEqual([])
      // Signed for a cart, it opens no orders.
      const asOrder = { cookie: `gloed_guest_order=${mine}` }
      expect((await shop.newClient().call(listOrders, {}, asOrder)).status).toBe(401)
    }
    const before = time
    time = new Date(before.getTime() + GUEST_SECONDS * 1000)
    expect((await shop.newClient().call(readCart, {}, { cookie: `gloed_guest=${mine}` })).body).toEqual([])
    time = before
  })

  it('is kept while it is used, and deleted 30 days after', async () => {
    const { id: productId } = await addProduct(shop)
    const guest = await newGuest(shop, productId)
    const start = time
    const after = (days: number) => {
      time = new Date(start.getTime() + days * 24 * 3_600_000)
    }
    after(20)
    expect((await guest.call(readCart)).headers.getSetCookie()[0]).toMatch(/^gloed_guest=/)
    expect((await guest.call(readCart)).headers.getSetCookie()).toEqual([])
    after(49)
    await deleteStaleGuests(shop.node.platform)
    expect(await quantities(guest)).toEqual({ [productId]: 1 })
    after(80)
    await deleteStaleGuests(shop.node.platform)
    expect(await guestCount()).toBe(0)
    // A cookie that is still good, whose guest is gone.
    time = start
    expect(await quantities(guest)).toEqual({})
    expect((await guest.call(addToCart, { productId })).status).toBe(201)
    expect(await guestCount()).toBe(1)
  })

  it('is made thirty times an hour by an address', async () => {
    const { id: productId } = await addProduct(shop)
    const add = (address: string, client = shop.newClient()) =>
      client.call(addToCart, { productId }, from(address))
    const mine = shop.newClient()
    expect((await add('198.51.100.7', mine)).status).toBe(201)
    for (let times = 1; times < 30; times += 1) expect((await add('198.51.100.7')).status).toBe(201)
    expect(await add('198.51.100.7')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect((await add('198.51.100.7', mine)).status).toBe(201)
    expect((await add('198.51.100.8')).status).toBe(201)
  })
})

describe('logging in', () => {
  it('adds the cart of the guest to that of the account, up to stock and 99', async () => {
    const [both, scarce, gone, plain] = await Promise.all([
      addProduct(shop, { stock: 200 }),
      addProduct(shop, { stock: 3 }),
      addProduct(shop),
      addProduct(shop),
    ])
    const member = await shop.newUser()
    for (const [productId, quantity] of [
      [both.id, 60],
      [scarce.id, 2],
    ] as const)
      await member.call(addToCart, { productId, quantity })
    const guest = shop.newClient()
    for (const [productId, quantity] of [
      [both.id, 60],
      [scarce.id, 2],
      [gone.id, 1],
      [plain.id, 4],
    ] as const)
      await guest.call(addToCart, { productId, quantity })
    await db().update(products).set({ isActive: false }).where(eq(products.id, gone.id))
    const before = await guestCount()
    const { status } = await guest.call(login, { email: member.user.email, password: PASSWORD })
    expect(status).toBe(200)
    expect(await quantities(guest)).toEqual({ [both.id]: 99, [scarce.id]: 3, [plain.id]: 4 })
    expect(await guestCount()).toBe(before - 1)
    expect(value(guest, 'gloed_cart')).toBe('partial')
    expect(value(guest, 'gloed_guest')).toBeFalsy()
  })

  it('says nothing when everything could be taken over, and registering does the same', async () => {
    const { id: productId } = await addProduct(shop)
    const guest = await newGuest(shop, productId)
    const input = { email: `gast-${Date.now()}@gloed.test`, password: PASSWORD, displayName: 'Gast' }
    expect((await guest.call(register, input)).status).toBe(201)
    expect(await quantities(guest)).toEqual({ [productId]: 1 })
    expect(value(guest, 'gloed_cart')).toBeFalsy()
  })
})

it('is for customers alone while the shop is for members', async () => {
  const guest = await newGuest(shop)
  await setPublic(shop, false)
  expect((await guest.call(readCart)).status).toBe(401)
  expect((await guest.call(addToCart, { productId: (await addProduct(shop)).id })).status).toBe(401)
  expect((await guest.call(listOrders)).status).toBe(401)
})
