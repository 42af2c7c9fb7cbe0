import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { lockStoreCredit } from '../credit/ledger.service.ts'
import { creditAccounts } from '../credit/table.ts'
import { addMinuteEntry, getSessionCostCents, minuteLedger, spendMinutes } from '../minutes/service.ts'
import { minuteAllocations, minuteEntries, minutePurchases } from '../minutes/table.ts'
import { appendEntries, appendOnce, balancesAt, lockBalance } from './service.ts'

let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const newUserId = async () => (await shop.newUser()).user.id

it('a balance is changed by an entry alone', async () => {
  const { id } = customer.user
  await db().transaction(tx => appendEntries(tx, minuteLedger, [{ userId: id, kind: 'GIFT', minutes: 7 }]))
  const update = () => db().update(users).set({ minutesBalance: 8 }).where(eq(users.id, id))
  await expect(update()).rejects.toMatchObject({ cause: { message: expect.stringContaining('by an entry') } })
  const { id: accountId } = await db().transaction(tx => lockStoreCredit(tx, id))
  const raise = () =>
    db().update(creditAccounts).set({ balanceCents: 1 }).where(eq(creditAccounts.id, accountId))
  await expect(raise()).rejects.toMatchObject({ cause: { message: expect.stringContaining('by an entry') } })
  const begin = () =>
    db().insert(creditAccounts).values({ kind: 'STORE_CREDIT', userId: id, balanceCents: 100 })
  await expect(begin()).rejects.toMatchObject({ cause: { message: expect.stringContaining('by an entry') } })
  expect(await db().transaction(tx => lockBalance(tx, minuteLedger, id))).toBe(7)
})

it('entries that take more than the balance are refused, and none of them stays', async () => {
  const userId = await newUserId()
  const entry = { userId, kind: 'ADJUSTMENT' as const }
  const take = db().transaction(tx =>
    appendEntries(tx, minuteLedger, [
      { ...entry, minutes: 3 },
      { ...entry, minutes: -4 },
    ]),
  )
  await expect(take).rejects.toMatchObject({ cause: { message: expect.stringContaining('not there') } })
  expect(await db().$count(minuteEntries, eq(minuteEntries.userId, userId))).toBe(0)
})

it('an entry with a cause is added once, and a balance is added up to a time', async () => {
  const userId = await newUserId()
  const gift = { userId, kind: 'GIFT' as const, minutes: 5, orderId: randomUUID() }
  const early = { createdAt: new Date('2026-01-02') }
  const add = () => db().transaction(tx => appendOnce(tx, minuteLedger, { ...gift, ...early }))
  expect([await add(), await add()]).toEqual([true, false])
  await db().transaction(tx => addMinuteEntry(tx, { userId, kind: 'ADJUSTMENT', minutes: 4 }))
  const at = async (time: string) => {
    const query = sql`select balance from (${balancesAt(minuteLedger, sql`${time}::timestamptz`)}) b where account = ${userId}`
    return (await queryRows<{ balance: number }>(db(), query)).map(({ balance }) => balance)
  }
  expect(await at('2026-01-02')).toEqual([])
  expect(await at('2026-01-03')).toEqual([5])
  expect(await at('9999-01-01')).toEqual([9])
})

it('minutes stay attributed to the purchases that they were taken from', async () => {
  const userId = await newUserId()
  const buy = async (minutes: number, valueCents: number) => {
    const purchase = { userId, packageId: 'quick', packageName: 'Kort', minutes, price: valueCents } as const
    const [{ id: purchaseId } = { id: '' }] = await db().insert(minutePurchases).values(purchase).returning()
    await db().transaction(tx =>
      addMinuteEntry(tx, { userId, kind: 'PURCHASE', minutes, valueCents, purchaseId }),
    )
    return purchaseId
  }
  const first = await buy(5, 1000)
  const second = await buy(10, 1500)
  const [one, two] = [randomUUID(), randomUUID()]
  const spend = (session: string, minutes: number) =>
    db().transaction(tx => spendMinutes(tx, userId, session, minutes))
  await spend(one, 4)
  const refund = { userId, kind: 'REFUND' as const, minutes: -1, purchaseId: first, refundId: randomUUID() }
  await db().transaction(tx => addMinuteEntry(tx, refund))
  await spend(two, 2)
  const vat = { userId, kind: 'VAT_RETURN' as const, minutes: 0, valueCents: -300, purchaseId: second }
  await db().transaction(tx => addMinuteEntry(tx, vat))
  await spend(two, 1)
  expect(await getSessionCostCents(db(), one)).toBe(800)
  // Two minutes at their price of then, and one without VAT.
  expect(await getSessionCostCents(db(), two)).toBe(300 + 120)
  const taken = await db()
    .select({
      kind: minuteEntries.kind,
      minutes: minuteAllocations.minutes,
      cents: minuteAllocations.valueCents,
    })
    .from(minuteAllocations)
    .innerJoin(minuteEntries, eq(minuteEntries.id, minuteAllocations.entryId))
    .where(eq(minuteEntries.userId, userId))
    .orderBy(minuteEntries.id)
  expect(taken).toEqual([
    { kind: 'SPEND', minutes: 4, cents: 800 },
    { kind: 'REFUND', minutes: 1, cents: 200 },
    { kind: 'SPEND', minutes: 2, cents: 300 },
    { kind: 'SPEND', minutes: 1, cents: 120 },
  ])
  await expect(db().delete(minuteAllocations)).rejects.toThrow('minute_allocations')
})

it('minutes of one purchase are not returned twice, and those of another are not taken for them', async () => {
  const userId = await newUserId()
  const purchase = { userId, packageId: 'quick', packageName: 'Kort', minutes: 5, price: 1000 } as const
  const [{ id: purchaseId } = { id: '' }] = await db().insert(minutePurchases).values(purchase).returning()
  const add = (entry: Omit<typeof minuteEntries.$inferInsert, 'userId'>) =>
    db().transaction(tx => addMinuteEntry(tx, { ...entry, userId }))
  await add({ kind: 'PURCHASE', minutes: 5, valueCents: 1000, purchaseId })
  await add({ kind: 'ADJUSTMENT', minutes: 20 })
  const back = () => add({ kind: 'REFUND', minutes: -4, purchaseId, refundId: randomUUID() })
  expect(await back()).toBe(21)
  await expect(back()).rejects.toMatchObject({ cause: { message: expect.stringContaining('not there') } })
})
