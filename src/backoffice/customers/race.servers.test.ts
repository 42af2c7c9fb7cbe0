import { randomUUIDv7 } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser, TestShop } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { addMinuteEntry, spendMinutes } from '../../money/minutes/service.ts'
import { deleteAccount } from '../privacy/contract.ts'
import { changeCustomer, removeCustomer, adjustMinutes } from './contract.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

const demote = (by: TestUser, who: TestUser) =>
  by.call(changeCustomer, { userId: who.user.id, role: 'USER' as const })
const remove = (by: TestUser, who: TestUser) => by.call(removeCustomer, { userId: who.user.id })
const leave = (who: TestUser) => who.call(deleteAccount, { password: 'een-goed-wachtwoord' })

const ways: [string, (one: TestUser, two: TestUser) => Promise<{ status: number }>[]][] = [
  ['demote each other', (one, two) => [demote(one, two), demote(two, one)]],
  ['demote and close each other', (one, two) => [demote(one, two), remove(two, one)]],
  ['leave both', (one, two) => [leave(one), leave(two)]],
  ['leave and demote themselves', (one, two) => [leave(one), demote(two, two)]],
]

it('never removes more minutes than there are while a session spends them', async () => {
  const { db } = shop.node.platform
  const admin = await shop.newUser('ADMIN')
  for (let round = 0; round < 5; round += 1) {
    const { user } = await shop.newUser()
    await db.transaction(tx =>
      addMinuteEntry(tx, { userId: user.id, kind: 'PURCHASE', minutes: 12, valueCents: 2400 }),
    )
    const take = () => admin.call(adjustMinutes, { userId: user.id, minutes: -3, reason: 'Te veel gegeven' })
    const spend = () => db.transaction(tx => spendMinutes(tx, user.id, randomUUIDv7(), 2))
    const [taken, spent] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, take)),
      Promise.all(Array.from({ length: 4 }, spend)),
    ])
    const done = taken.filter(({ status }) => status === 201).length
    expect(taken.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const left = 12 - 3 * done - spent.reduce((sum, minutes) => sum + minutes, 0)
    const [row] = await db.select().from(users).where(eq(users.id, user.id))
    expect(row?.minutesBalance).toBe(left)
    expect(left).toBeLessThan(3)
  }
  expect(
    (await findDiscrepancies(db, new Date())).filter(({ check }) => check === 'minutes.balance'),
  ).toEqual([])
  await db.update(users).set({ role: 'USER' }).where(eq(users.id, admin.user.id))
})

it('applies ten requests with one key once', async () => {
  const { db } = shop.node.platform
  const admin = await shop.newUser('ADMIN')
  const { user } = await shop.newUser()
  const change = { userId: user.id, minutes: 5, reason: 'Een excuus' }
  const click = () => admin.call(adjustMinutes, change, { 'idempotency-key': 'klik' })
  const answers = await Promise.all(Array.from({ length: 10 }, click))
  expect(answers.map(({ status, body }) => [status, body.minutesBalance])).toEqual(
    Array.from({ length: 10 }, () => [201, 5]),
  )
  await db.update(users).set({ role: 'USER' }).where(eq(users.id, admin.user.id))
})

it.each(ways)('keeps one admin when the last two at once %s', async (_, race) => {
  const { db } = shop.node.platform
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
    const answers = await Promise.all(race(one, two))
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    const isOpenAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))
    expect(await db.$count(users, isOpenAdmin)).toBe(1)
    await db.update(users).set({ role: 'USER' }).where(isOpenAdmin)
  }
})
