import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { linkToys } from '../../../tests/support/toys.ts'
import { login, readUser, register } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readStudio } from '../../live/studio/contract.ts'
import { toys } from '../../live/toys/table.ts'
import {
  changeCustomer,
  listCustomers,
  readCustomer,
  removeCustomer,
  type Customer as Shown,
} from './contract.ts'
import { listCustomerOrders, listCustomerSessions } from './history.contract.ts'

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

describe('the list of accounts', () => {
  it('is found by part of an address or a name, and by role, and tells no password', async () => {
    const model = await shop.newUser('MODEL')
    await change(model.user.id, { displayName: 'Wilde_Roos 100%' })
    const find = async (looked: object) => (await admin.call(listCustomers, looked)).body as Shown[]
    for (const q of [model.user.email.slice(2).toUpperCase(), 'wilde_r', '100%'])
      expect((await find({ q })).map(({ id }) => id)).toEqual([model.user.id])
    expect(await find({ q: 'wilde%roos' })).toEqual([])
    expect((await find({ role: 'MODEL' })).every(({ role }) => role === 'MODEL')).toBe(true)
    expect(JSON.stringify(await find({}))).not.toContain('argon2')
  })

  it('comes by the page', async () => {
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

describe('in which order accounts come', () => {
  const sorted = async (sort: string) => {
    const { body } = await admin.call(listCustomers, { q: 'volgorde-', sort, page: 1 })
    return (body as { items: Shown[] }).items.map(({ displayName }) => displayName.slice(-1))
  }
  beforeAll(async () => {
    for (const [name, email, minutesBalance] of [
      ['Volgorde-B', 'zebra', 3],
      ['Volgorde-a', 'mus', 9],
      ['Volgorde-C', 'aap', 6],
    ] as const) {
      const { user } = await shop.newUser()
      const row = { displayName: name, email: `${email}-${user.id}@gloed.test`, minutesBalance }
      await db().update(users).set(row).where(eq(users.id, user.id))
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

  it('is one that is known', async () => {
    expect((await admin.call(listCustomers, { sort: 'password', page: 1 })).status).toBe(400)
  })
})

describe('one account', () => {
  it('is shown with what forbids to change it, and without its password', async () => {
    const { user } = await shop.newUser('MODEL')
    const { status, body } = await admin.call(readCustomer, { userId: user.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: user.email, isLastAdmin: false, toyCount: 0 })
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect((await admin.call(readCustomer, { userId: randomUUIDv7() })).status).toBe(404)
    expect((await admin.call(readCustomer, { userId: admin.user.id })).body.isLastAdmin).toBe(true)
  })

  it('has the orders and sessions of who it is of, and no others', async () => {
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

describe('another role', () => {
  it('signs the account out everywhere within a second, and holds at the next sign-in', async () => {
    const member = await shop.newUser()
    await db().update(users).set({ firstName: 'Noor' }).where(eq(users.id, member.user.id))
    const tab = await openSocketClient(shop.origin, { cookie: member.cookie() })
    expect(await change(member.user.id, { role: 'MODEL' })).toMatchObject({
      status: 200,
      body: { role: 'MODEL', firstName: 'Noor' },
    })
    expect(await tab.closed).toBe(4401)
    expect((await member.call(readUser)).status).toBe(401)
    await member.call(login, { email: member.user.email, password: PASSWORD })
    expect((await member.call(readStudio)).status).toBe(200)
  })

  it('leaves who keeps the role signed in, and says which names changed, not into what', async () => {
    const member = await shop.newUser()
    await change(member.user.id, { role: 'USER', displayName: 'Kwikstaart', lastName: 'Vogelaar' })
    expect((await member.call(readUser)).body).toMatchObject({ displayName: 'Kwikstaart' })
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, member.user.id))
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['USER_CHANGED', { names: ['displayName', 'lastName'] }],
    ])
  })

  it('takes the toys of who is no creator any more off the air', async () => {
    const creator = await shop.newUser('MODEL')
    await linkToys(shop, creator)
    await change(creator.user.id, { role: 'USER' })
    const own = await db().select().from(toys).where(eq(toys.ownerId, creator.user.id))
    expect(own.map(({ onAir }) => onAir)).toEqual([false, false, false, false])
  })

  it('is not for oneself, nor is being closed: another admin does that', async () => {
    const second = await shop.newUser('ADMIN')
    const refused = { status: 409, body: { code: 'OWN_ACCOUNT' } }
    const own = { userId: second.user.id }
    expect(await second.call(changeCustomer, { ...own, role: 'USER' })).toMatchObject(refused)
    expect(await second.call(removeCustomer, own)).toMatchObject(refused)
    const named = await second.call(changeCustomer, { ...own, role: 'ADMIN', firstName: 'Beer' })
    expect(named).toMatchObject({ status: 200, body: { firstName: 'Beer', role: 'ADMIN' } })
    expect((await admin.call(removeCustomer, own)).status).toBe(204)
  })

  it('is refused to the last admin, as is being closed', async () => {
    const refused = { status: 409, body: { code: 'LAST_ADMIN' } }
    for (const role of ['USER', 'MODEL']) expect(await change(admin.user.id, { role })).toMatchObject(refused)
    expect(await admin.call(removeCustomer, { userId: admin.user.id })).toMatchObject(refused)
    expect((await rowOf(admin.user.id))?.role).toBe('ADMIN')
  })
})

it('closes an account as its owner would: once, signed out, and not to be signed in to', async () => {
  const member = await shop.newUser()
  const remove = () => admin.call(removeCustomer, { userId: member.user.id })
  expect((await remove()).status).toBe(204)
  expect((await member.call(readUser)).status).toBe(401)
  const again = await shop.newClient().call(login, { email: member.user.email, password: PASSWORD })
  expect(again).toMatchObject({ status: 403, body: { code: 'ACCOUNT_CLOSED' } })
  expect((await remove()).status).toBe(404)
  expect((await admin.call(removeCustomer, { userId: randomUUIDv7() })).status).toBe(404)
  expect((await change(randomUUIDv7(), { role: 'ADMIN' })).status).toBe(404)
  expect((await change(member.user.id, { role: 'KEIZER' })).status).toBe(400)
})

describe('nothing that a client sends raises a role', () => {
  const raise = { role: 'ADMIN', isAdmin: true, user: { role: 'ADMIN' }, minutesBalance: 999, credits: 999 }

  it('on registering, or in an order', async () => {
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

  it('by any call that a customer may make', async () => {
    const member = await shop.newUser()
    const ends = new Set(['/api/logout', '/api/account'])
    const open = shop.node.app.endpoints.filter(
      ({ method, access, path }) =>
        method !== 'GET' && access !== 'admin' && access !== 'machine' && !ends.has(path),
    )
    const person = { displayName: 'Hoger', profileVisibility: 'PUBLIC', email: member.user.email }
    for (const endpoint of open) {
      const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, member.user.id])
      await member.call(endpoint, { ...Object.fromEntries(ids), ...person, ...raise })
    }
    expect(await rowOf(member.user.id)).toMatchObject({ role: 'USER', minutesBalance: 0, credits: 100 })
  })
})
