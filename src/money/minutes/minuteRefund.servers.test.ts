import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCrowd, type Buyer } from '../../../tests/support/crowd.ts'
import { openPostgresServer, type Postgres } from '../../../tests/support/postgres.ts'
import { buyQuickMinutes, refundsOf, tell } from '../../../tests/support/provider.ts'
import { payAt } from '../../../tests/support/scenes.ts'
import { openShop, type Member, type Shop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { findDifferences } from '../../backoffice/reconciliation/service.ts'
import { refundMinutes } from './contract.ts'
import { spendMinutes } from './service.ts'
import { minuteEntries } from './table.ts'
import { openPostgres } from '../../platform/db.ts'

/** Who spends a minute while it is paid back. */
let postgres: Postgres
let shop: Shop
let admin: Member
let crowd: Buyer[]
beforeAll(async () => {
  postgres = await openPostgresServer()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admin = await shop.member('ADMIN')
  crowd = await openCrowd(shop, 12)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const spend = (buyer: Buyer, minutes: number) =>
  db().transaction(tx => spendMinutes(tx, buyer.userId, crypto.randomUUID(), minutes))
const refund = (purchaseId: string, minutes?: number) =>
  admin.call(refundMinutes, { purchaseId, ...(minutes && { minutes }) })
const anHourAgo = () => new Date(Date.now() - 3_600_000)

async function bought(buyer: Buyer) {
  const made = await buyQuickMinutes(shop, buyer)
  await payAt(made.paymentUrl, 'paid')
  await tell(shop, made.payment.providerId)
  return made
}

/** What became of someone's minutes and money. */
async function outcome(buyer: Buyer, paymentId: string) {
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

it('the last minute is spent or paid back, never both and never neither', async () => {
  for (const [turn, buyer] of crowd.entries()) {
    const { purchaseId, payment } = await bought(buyer)
    await spend(buyer, 4)
    const both = [() => refund(purchaseId), () => spend(buyer, 1)]
    await Promise.all((turn % 2 ? both : both.toReversed()).map(each => each()))
    const { balance, spent, back, cents } = await outcome(buyer, payment.id)
    expect([balance, spent + back, cents]).toEqual([0, 5, back * 200])
  }
  expect(await findDifferences(db(), anHourAgo())).toEqual([])
})

it('five minutes that twenty want to spend or give back at once are five', async () => {
  for (const buyer of await openCrowd(shop, 4)) {
    const { purchaseId, payment } = await bought(buyer)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? refund(purchaseId, 1) : spend(buyer, 1))),
    )
    const { balance, spent, back, cents } = await outcome(buyer, payment.id)
    expect([balance, spent + back, cents]).toEqual([0, 5, back * 200])
  }
  expect(await findDifferences(db(), anHourAgo())).toEqual([])
})
