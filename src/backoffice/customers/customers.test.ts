import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { login, readUser, register } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readStudio } from '../../live/studio/contract.ts'
import { toys } from '../../live/toys/table.ts'
import {
  changeCustomer,
  endCustomerSessions,
  listCustomers,
  readCustomer,
  removeCustomer,
  type Customer as Shown,
  listCustomerOrders,
  listCustomerSessions,
} from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const PASSWORD = 'een-goed-wachtwoord'
const db = () => shop.node.platform.db
const rowOf = async (userId: string) => (await db().select().from(users).where(eq(users.id, userId)))[0]
const change = (userId: string, to: object) => admin.call(changeCustomer, { userId, ...to })

describe('customer list', () => {
  it('finds accounts by part of an address or name and by role, without password fields', async () => {
    const model = await shop.newUser('MODEL')
    await change(model.user.id, { displayName: 'Wilde_Roos 100%' })
    const find = async (filters: object) => (await admin.call(listCustomers, filters)).body as Shown[]
    for (const q of [model.user.email.slice(2).toUpperCase(), 'wilde_r', '100%'])
      expect((await find({ q })).map(({ id }) => id)).toEqual([model.user.id])
    expect(await find({ q: 'wilde%roos' })).toEqual([])
    expect((await find({ role: 'MODEL' })).every(({ role }) => role === 'MODEL')).toBe(true)
    expect(JSON.stringify(await find({}))).not.toContain('argon2')
  })

  it('is paged', async () => {
    await shop.newUser()
    const page = async (number: number) =>
      (await admin.call(listCustomers, { page: number, pageSize: 1 })).body as {
        items: Shown[]
        total: number
      }
    const [first, second] = [await page(1), await page(2)]
    expect(first.total).toBe(await db().$count(users))
    expect(first.items[0]?.id).not.toBe(second.items[0]?.id)
  })
})

describe('customer sort order', () => {
  const sorted = async (sort: string) => {
    const { body } = await admin.call(listCustomers, { q: 'volgorde-', sort, page: 1 })
    return (body as { items: Shown[] }).items.map(({ displayName }) => displayName.slice(-1))
  }
  beforeAll(async () => {
    for (const [name, email, minutes] of [
      ['Volgorde-B', 'zebra', 3],
      ['Volgorde-a', 'mus', 9],
      ['Volgorde-C', 'aap', 6],
    ] as const) {
      const { user } = await shop.newUser()
      const row = { displayName: name, email: `${email}-${user.id}@gloed.test` }
      await db().update(users).set(row).where(eq(users.id, user.id))
      await addTestMinutes(shop, user.id, minutes)
    }
  })

  it.each([
    ['newest', 'CaB'],
    ['oldest', 'BaC'],
    ['name', 'aBC'],
    ['-name', 'CBa'],
    ['email', 'CaB'],
    ['-email', 'BaC'],
    ['minutes', 'BCa'],
    ['-minutes', 'aCB'],
  ])('%s', async (sort, order) => {
    expect((await sorted(sort)).join('')).toBe(order)
  })

  it('refuses an unknown order', async () => {
    expect((await admin.call(listCustomers, { sort: 'password', page: 1 })).status).toBe(400)
  })
})

describe('customer detail', () => {
  it('shows why an account cannot be changed, and no password fields', async () => {
    const { user } = await shop.newUser('MODEL')
    const { status, body } = await admin.call(readCustomer, { userId: user.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: user.email, isLastAdmin: false, toyCount: 0 })
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect((await admin.call(readCustomer, { userId: randomUUIDv7() })).status).toBe(404)
    expect((await admin.call(readCustomer, { userId: admin.user.id })).body.isLastAdmin).toBe(true)
  })

  it('lists only the orders and sessions of that customer', async () => {
    const [buyer, other] = [await shop.newUser(), await shop.newUser()]
    const order = { items: [{ productId: (await addProduct(shop)).id, quantity: 1 }] }
    const { body: placed } = await buyer.call(checkout, { ...order, addressId: await addAddressFor(buyer) })
    await other.call(checkout, { ...order, addressId: await addAddressFor(other) })
    const { body: orders } = await admin.call(listCustomerOrders, { userId: buyer.user.id })
    expect(orders).toMatchObject({ total: 1, items: [{ id: placed.orderId, status: 'PENDING' }] })
    const { body: sessions } = await admin.call(listCustomerSessions, { userId: buyer.user.id })
    expect(sessions).toMatchObject({ total: 0, items: [] })
  })
})

describe('role change', () => {
  it('signs the account out everywhere within a second and applies at the next sign-in', async () => {
    const customer = await shop.newUser()
    await db().update(users).set({ firstName: 'Noor' }).where(eq(users.id, customer.user.id))
    const tab = await openSocketClient(shop.origin, { cookie: customer.cookie() })
    expect(await change(customer.user.id, { role: 'MODEL' })).toMatchObject({
      status: 200,
      body: { role: 'MODEL', firstName: 'Noor' },
    })
    expect(await tab.closed).toBe(4401)
    expect((await customer.call(readUser)).status).toBe(401)
    await customer.call(login, { email: customer.user.email, password: PASSWORD })
    expect((await customer.call(readStudio)).status).toBe(200)
  })

  it('keeps the user signed in when the role is unchanged, and audits the names of changed fields only', async () => {
    const customer = await shop.newUser()
    await change(customer.user.id, { role: 'USER', displayName: 'Kwikstaart', lastName: 'Vogelaar' })
    expect((await customer.call(readUser)).body).toMatchObject({ displayName: 'Kwikstaart' })
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, customer.user.id))
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['USER_CHANGED', { names: ['displayName', 'lastName'] }],
    ])
  })

  it('removes the toys of an account that is no longer a creator', async () => {
    const creator = await shop.newUser('MODEL')
    await linkToys(shop, creator)
    await change(creator.user.id, { role: 'USER' })
    const own = await db().select().from(toys).where(eq(toys.ownerId, creator.user.id))
    expect(own.map(({ onAir }) => onAir)).toEqual([false, false, false, false])
  })

  it('refuses to change one’s own role or close one’s own account', async () => {
    const second = await shop.newUser('ADMIN')
    const refused = { status: 409, body: { code: 'OWN_ACCOUNT' } }
    const own = { userId: second.user.id }
    expect(await second.call(changeCustomer, { ...own, role: 'USER' })).toMatchObject(refused)
    expect(await second.call(removeCustomer, own)).toMatchObject(refused)
    const named = await second.call(changeCustomer, { ...own, role: 'ADMIN', firstName: 'Beer' })
    expect(named).toMatchObject({ status: 200, body: { firstName: 'Beer', role: 'ADMIN' } })
    expect((await admin.call(removeCustomer, own)).status).toBe(204)
  })

  it('refuses to demote or close the last admin', async () => {
    const refused = { status: 409, body: { code: 'LAST_ADMIN' } }
    for (const role of ['USER', 'MODEL']) expect(await change(admin.user.id, { role })).toMatchObject(refused)
    expect(await admin.call(removeCustomer, { userId: admin.user.id })).toMatchObject(refused)
    expect((await rowOf(admin.user.id))?.role).toBe('ADMIN')
  })
})

describe('ending the sessions of an account', () => {
  it('signs it out everywhere, and leaves the account and others as they are', async () => {
    const [member, bystander] = [await shop.newUser(), await shop.newUser()]
    const other = shop.newClient()
    await other.call(login, { email: member.user.email, password: PASSWORD })
    const tab = await openSocketClient(shop.origin, { cookie: member.cookie() })
    const userId = member.user.id
    const { status, body } = await admin.call(endCustomerSessions, { userId })
    expect([status, body]).toEqual([200, { ended: 2 }])
    expect(await tab.closed).toBe(4401)
    expect((await other.call(readUser)).status).toBe(401)
    expect((await bystander.call(readUser)).status).toBe(200)
    const noted = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, userId))
    expect(noted).toMatchObject([
      { action: 'USER_SIGNED_OUT', actorId: admin.user.id, details: { sessions: 2 } },
    ])
    const again = shop.newClient()
    expect((await again.call(login, { email: member.user.email, password: PASSWORD })).status).toBe(200)
  })

  it('refuses one’s own, and those of nobody', async () => {
    expect(await admin.call(endCustomerSessions, { userId: admin.user.id })).toMatchObject({
      status: 409,
      body: { code: 'OWN_ACCOUNT' },
    })
    expect((await admin.call(endCustomerSessions, { userId: randomUUIDv7() })).status).toBe(404)
    expect((await admin.call(readUser)).status).toBe(200)
  })
})

it('closes an account once, signs it out, and refuses sign-in', async () => {
  const customer = await shop.newUser()
  const remove = () => admin.call(removeCustomer, { userId: customer.user.id })
  expect((await remove()).status).toBe(204)
  expect((await customer.call(readUser)).status).toBe(401)
  const again = await shop.newClient().call(login, { email: customer.user.email, password: PASSWORD })
  expect(again).toMatchObject({ status: 403, body: { code: 'ACCOUNT_CLOSED' } })
  expect((await remove()).status).toBe(404)
  expect((await admin.call(removeCustomer, { userId: randomUUIDv7() })).status).toBe(404)
  expect((await change(randomUUIDv7(), { role: 'ADMIN' })).status).toBe(404)
  expect((await change(customer.user.id, { role: 'KEIZER' })).status).toBe(400)
})

describe('client input never raises a role', () => {
  const raise = { role: 'ADMIN', isAdmin: true, user: { role: 'ADMIN' }, minutesBalance: 999, credits: 999 }

  it('on registration or in an order', async () => {
    const one = shop.newClient()
    const person = { email: `hoger-${randomUUIDv7()}@gloed.test`, password: PASSWORD, displayName: 'Hoger' }
    expect((await one.call(register, { ...person, ...raise })).body).toMatchObject({
      role: 'USER',
      minutesBalance: 0,
      credits: 100,
    })
    const items = [{ productId: (await addProduct(shop)).id, quantity: 1 }]
    const ordered = await one.call(checkout, { items, addressId: await addAddressFor(one), ...raise })
    expect(ordered.status).toBe(201)
    expect((await one.call(readUser)).body).toMatchObject({ role: 'USER', minutesBalance: 0 })
  })

  it('through any call that a customer may make', async () => {
    const customer = await shop.newUser()
    const ends = new Set(['/api/logout', '/api/account'])
    const open = shop.node.app.endpoints.filter(
      ({ method, access, path }) =>
        method !== 'GET' && access !== 'admin' && access !== 'machine' && !ends.has(path),
    )
    const person = { displayName: 'Hoger', profileVisibility: 'PUBLIC', email: customer.user.email }
    for (const endpoint of open) {
      const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, customer.user.id])
      await customer.call(endpoint, { ...Object.fromEntries(ids), ...person, ...raise })
    }
    expect(await rowOf(customer.user.id)).toMatchObject({ role: 'USER', minutesBalance: 0, credits: 100 })
  })
})
