import { randomUUIDv7 } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { addTestMinutes } from '../../../tests/support/toys.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { removeCustomer, adjustMinutes, listMinuteEntries } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const adjust = (userId: string, change: object, key?: string) =>
  admin.call(adjustMinutes, { userId, ...change }, key ? { 'idempotency-key': key } : {})
const ledger = async (userId: string, more: object = {}) =>
  (await admin.call(listMinuteEntries, { userId, ...more })).body

it('adds and removes minutes, with the reason in the ledger and the actor in the audit log', async () => {
  const { user } = await shop.newUser()
  expect(await adjust(user.id, { minutes: 10, reason: '  Storing op 20 november ' })).toMatchObject({
    status: 201,
    body: { minutesBalance: 10 },
  })
  expect((await adjust(user.id, { minutes: -4, reason: 'Te veel gegeven' })).body.minutesBalance).toBe(6)
  expect((await ledger(user.id)).items).toMatchObject([
    { kind: 'ADJUSTMENT', minutes: -4, balance: 6, reason: 'Te veel gegeven' },
    { kind: 'ADJUSTMENT', minutes: 10, balance: 10, reason: 'Storing op 20 november', valueCents: 0 },
  ])
  const logged = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, user.id))
  expect(logged.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
    ['MINUTES_ADJUSTED', admin.user.id, { minutes: 10 }],
    ['MINUTES_ADJUSTED', admin.user.id, { minutes: -4 }],
  ])
  expect(await findDiscrepancies(db(), new Date())).toEqual([])
})

it('counts a repeated request once and refuses its key for other input', async () => {
  const { user } = await shop.newUser()
  const change = { minutes: 7, reason: 'Een excuus' }
  const both = await Promise.all([adjust(user.id, change, 'klik'), adjust(user.id, change, 'klik')])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both[0]?.body).toEqual(both[1]?.body)
  expect(await adjust(user.id, { ...change, minutes: 8 }, 'klik')).toMatchObject({ status: 422 })
  expect(await ledger(user.id)).toMatchObject({ total: 1, items: [{ minutes: 7, balance: 7 }] })
})

it('never makes the balance negative, and returns the balance when it is too low', async () => {
  const { user } = await shop.newUser()
  await addTestMinutes(shop, user.id, 5)
  expect(await adjust(user.id, { minutes: -6, reason: 'Te veel' })).toMatchObject({
    status: 409,
    body: { code: 'BALANCE_TOO_LOW', available: 5, fields: { minutes: expect.stringContaining('5') } },
  })
  expect((await adjust(user.id, { minutes: -5, reason: 'Alles' })).body.minutesBalance).toBe(0)
})

it.each([
  [{ minutes: 0, reason: 'Niets' }, 'minutes'],
  [{ minutes: 1.5, reason: 'Half' }, 'minutes'],
  [{ minutes: '5', reason: 'Tekst' }, 'minutes'],
  [{ minutes: 1001, reason: 'Veel' }, 'minutes'],
  [{ minutes: 5 }, 'reason'],
  [{ minutes: 5, reason: '   ' }, 'reason'],
  [{ minutes: 5, reason: 'x'.repeat(201) }, 'reason'],
])('refuses %j with its field', async (change, field) => {
  const { user } = await shop.newUser()
  const { status, body } = await adjust(user.id, change)
  expect({ status, body }).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  expect((await ledger(user.id)).total).toBe(0)
})

it('is refused for an unknown or closed account', async () => {
  const change = { minutes: 5, reason: 'Een excuus' }
  expect((await adjust(randomUUIDv7(), change)).status).toBe(404)
  expect((await adjust('niemand', change)).status).toBe(404)
  const { user } = await shop.newUser()
  await admin.call(removeCustomer, { userId: user.id })
  expect(await adjust(user.id, change)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

it('sends the new balance to the customer at once', async () => {
  const customer = await shop.newUser()
  const tab = await openSocketClient(shop.origin, { cookie: customer.cookie() })
  await tab.until('balance', { minutesBalance: 0 })
  expect((await adjust(customer.user.id, { minutes: 12, reason: 'Een excuus' })).status).toBe(201)
  await tab.until('balance', { minutesBalance: 12 })
  tab.close()
})

it('pages the ledger, and allows only erasure to change a reason', async () => {
  const { user } = await shop.newUser()
  for (const minutes of [3, 4, 5]) await adjust(user.id, { minutes, reason: 'Een excuus' })
  expect(await ledger(user.id, { page: 2, pageSize: 2 })).toMatchObject({
    total: 3,
    items: [{ minutes: 3, balance: 3 }],
  })
  const own = eq(minuteEntries.userId, user.id)
  const rewrite = (reason: string | null) => db().update(minuteEntries).set({ reason }).where(own)
  const refused = expect.objectContaining({
    cause: expect.objectContaining({ message: 'minute_entries is append-only' }),
  })
  await expect(rewrite(null)).rejects.toThrow(refused)
  await db()
    .update(users)
    .set({ deleteAfter: sql`now()`, erasedAt: sql`now()` })
    .where(eq(users.id, user.id))
  await expect(rewrite('Iets anders')).rejects.toThrow(refused)
  await rewrite(null)
  expect(await db().$count(minuteEntries, own)).toBe(3)
})
