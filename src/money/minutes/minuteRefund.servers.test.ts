import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { buyQuickMinutes, refundsOf, callWebhook } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { spendMinutes } from './service.ts'
import { minuteEntries } from './table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { refundMinutes } from './admin/contract.ts'

/** Minutes that are spent and refunded at the same time. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admin = await shop.newUser('ADMIN')
  crowd = await createCustomers(shop, 12)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const spend = (buyer: TestCustomer, minutes: number) =>
  db().transaction(tx => spendMinutes(tx, buyer.userId, crypto.randomUUID(), minutes))
const refund = (purchaseId: string, minutes?: number) =>
  admin.call(refundMinutes, { purchaseId, ...(minutes && { minutes }) })
const anHourAgo = () => new Date(Date.now() - 3_600_000)

async function bought(buyer: TestCustomer) {
  const made = await buyQuickMinutes(shop, buyer)
  await completePayment(made.paymentUrl, 'paid')
  await callWebhook(shop, made.payment.providerId)
  return made
}

/** The minutes and refunds of a user afterwards. */
async function outcome(buyer: TestCustomer, paymentId: string) {
  const entries = await db().select().from(minuteEntries).where(eq(minuteEntries.userId, buyer.userId))
  const [user] = await db()
    .select({ balance: users.minutesBalance })
    .from(users)
    .where(eq(users.id, buyer.userId))
  const minutesOf = (kind: string) =>
    entries.filter(entry => entry.kind === kind).reduce((sum, { minutes }) => sum - minutes, 0)
  const cents = (await refundsOf(shop, paymentId)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { balance: user?.balance, spent: minutesOf('SPEND'), back: minutesOf('REFUND'), cents }
}

it('the last minute is either spent or refunded', async () => {
  for (const [turn, buyer] of crowd.entries()) {
    const { purchaseId, payment } = await bought(buyer)
    await spend(buyer, 4)
    const both = [() => refund(purchaseId), () => spend(buyer, 1)]
    await Promise.all((turn % 2 ? both : both.toReversed()).map(each => each()))
    const { balance, spent, back, cents } = await outcome(buyer, payment.id)
    expect([balance, spent + back, cents]).toEqual([0, 5, back * 200])
  }
  expect(await findDiscrepancies(db(), anHourAgo())).toEqual([])
})

it('five minutes spent or refunded by twenty at once are used once each', async () => {
  for (const buyer of await createCustomers(shop, 4)) {
    const { purchaseId, payment } = await bought(buyer)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? refund(purchaseId, 1) : spend(buyer, 1))),
    )
    const { balance, spent, back, cents } = await outcome(buyer, payment.id)
    expect([balance, spent + back, cents]).toEqual([0, 5, back * 200])
  }
  expect(await findDiscrepancies(db(), anHourAgo())).toEqual([])
})
