import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { notifyDaySummary } from './service.ts'

let now = new Date('2026-11-20T07:00:00Z')
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => now })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
async function summarize(): Promise<string[]> {
  await notifyDaySummary(shop.node.platform)
  const shown = (await admin.call(listNotifications)).body
  return shown.filter(({ type }) => type === 'DAY_SUMMARY').map(({ message }) => message)
}

it('tells each morning of the day before and of waiting work, once, and not when there is nothing to tell', async () => {
  expect(await summarize()).toEqual([])

  const number = '2026-900001'
  // The evening of the 19th in Brussels.
  const createdAt = new Date('2026-11-19T22:30:00Z')
  await db().insert(orders).values({ number, userId: admin.user.id, totalAmount: 1000, createdAt })
  await db()
    .insert(withdrawals)
    .values({ name: 'Sam', email: 'sam@gloed.test', orderNumber: number, receivedAt: createdAt })
  const first = expect.stringMatching(
    /^Gisteren: 1 bestelling, omzet €\s0,00\. Er wacht nog: 1 herroeping\.$/,
  )
  expect(await summarize()).toEqual([first])
  expect(await summarize()).toEqual([first])

  now = new Date('2026-11-21T07:00:00Z')
  expect(await summarize()).toEqual([expect.stringContaining('Gisteren: 0 bestellingen'), first])

  now = new Date('2026-11-22T07:00:00Z')
  await db().delete(withdrawals).where(eq(withdrawals.orderNumber, number))
  expect(await summarize()).toHaveLength(2)
})
