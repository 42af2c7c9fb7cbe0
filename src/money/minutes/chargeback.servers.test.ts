import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { buyQuickMinutes, callWebhook } from '../../../tests/support/payments.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { spendMinutes } from './service.ts'
import { minuteDebts, minuteEntries } from './table.ts'

/** Minutes that are spent and charged back at the same time. */
let shop: TestShop
beforeAll(async () => void (shop = await openShopOnPostgres()))
afterAll(() => shop.close())

const db = () => shop.node.platform.db

async function outcome({ userId }: TestCustomer) {
  const entries = await db().select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
  const [user] = await db().select().from(users).where(eq(users.id, userId))
  const [debt] = await db()
    .select({ cents: sum(minuteDebts.amountCents).mapWith(Number) })
    .from(minuteDebts)
    .where(eq(minuteDebts.userId, userId))
  const minutesOf = (kind: string) =>
    entries.filter(entry => entry.kind === kind).reduce((total, { minutes }) => total - minutes, 0)
  return {
    balance: user?.minutesBalance,
    spent: minutesOf('SPEND'),
    back: minutesOf('CHARGEBACK'),
    owed: debt?.cents ?? 0,
  }
}

it('each minute is either spent and owed, or taken back', async () => {
  for (const buyer of await createCustomers(shop, 8)) {
    const { paymentUrl, payment } = await buyQuickMinutes(shop, buyer)
    await completePayment(paymentUrl, 'paid')
    await callWebhook(shop, payment.providerId)
    const spend = () => db().transaction(tx => spendMinutes(tx, buyer.userId, crypto.randomUUID(), 1))
    const chargeback = () =>
      shop.newClient().request('POST', '/simulator/mollie/chargeback', { id: payment.providerId })
    await Promise.all([spend(), spend(), chargeback(), spend(), spend()])
    await Promise.all([1, 2, 3].map(() => callWebhook(shop, payment.providerId)))
    const { balance, spent, back, owed } = await outcome(buyer)
    expect([balance, spent + back, owed]).toEqual([0, 5, spent * 200])
  }
})
