import { setTimeout } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answerOfVies,
  sellMinutesWhileViesIsAway,
  sellWhileViesIsAway,
} from '../../../tests/support/business.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { paymentsOf, refundsOf } from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { recheckNumbers } from './numberRecheck.service.ts'
import { vatRechecks } from './table.ts'
import { refundMinutes } from '../../money/minutes/admin/contract.ts'
import { correctVat, correctVatOfMinutes } from './contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

/** Simultaneous corrections and refunds, which the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let shop: TestShop
let admins: TestUser[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({
    database: await openPostgres(await postgres.create()),
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const ROUNDS = 6
const db = () => shop.node.platform.db

it('two admins correct a sale once, and a refund at the same time is of one invoice or the other', async () => {
  const { id: productId } = await addProduct(shop, { price: 12_100 })
  const sold = []
  for (let round = 0; round < ROUNDS; round += 1)
    sold.push((await sellWhileViesIsAway(shop, { items: [{ productId, quantity: 1 }] })).orderId)
  await answerOfVies(shop, true)
  const [one, other] = admins as [TestUser, TestUser]
  const answers = await Promise.all(
    sold.map((orderId, round) =>
      Promise.all([
        one.call(correctVat, { orderId, vatCents: 2100 }),
        other.call(correctVat, { orderId, vatCents: 2100 }),
        one.call(correctVat, { orderId, vatCents: 2100 }),
        ...(round % 2 ? [other.call(refundOrder, { orderId, amount: 500 })] : []),
      ]),
    ),
  )
  for (const [round, orderId] of sold.entries()) {
    const statuses = answers[round]?.map(({ status }) => status) ?? []
    const corrected = statuses.slice(0, 3).filter(status => status === 200).length
    expect(statuses.filter(status => ![200, 201, 409].includes(status))).toEqual([])
    // Unless the refund came first.
    expect(corrected).toBe(round % 2 ? corrected && 1 : 1)
    const wanted = corrected * 2100 + (round % 2 ? 500 : 0)
    const [payment] = await paymentsOf(shop, orderId)
    const back = await refundsOf(shop, payment?.id ?? '')
    expect(back.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(wanted)
    const documents = () => db().$count(invoices, eq(invoices.subjectId, orderId))
    await expect.poll(documents, { timeout: 20_000 }).toBe(1 + corrected * 2 + (round % 2))
  }
  expect(await findDiscrepancies(db(), new Date())).toEqual([])
})

it('two admins correct the VAT of minutes once, and a refund of minutes at the same time gives no cent too many', async () => {
  const sold: Awaited<ReturnType<typeof sellMinutesWhileViesIsAway>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) sold.push(await sellMinutesWhileViesIsAway(shop))
  await answerOfVies(shop, true)
  const [one, other] = admins as [TestUser, TestUser]
  const answers = await Promise.all(
    sold.map(({ purchaseId }) =>
      Promise.all([
        one.call(correctVatOfMinutes, { purchaseId, vatCents: 174 }),
        other.call(correctVatOfMinutes, { purchaseId, vatCents: 174 }),
        other.call(refundMinutes, { purchaseId }),
      ]),
    ),
  )
  for (const [round, { purchaseId }] of sold.entries()) {
    const statuses = answers[round]?.map(({ status }) => status) ?? []
    const corrected = statuses.slice(0, 2).filter(status => status === 200).length
    expect(corrected).toBeLessThanOrEqual(1)
    expect(statuses[2]).toBe(201)
    const [payment] = await paymentsOf(shop, purchaseId)
    const back = await refundsOf(shop, payment?.id ?? '')
    expect(back.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(1000)
    const documents = () => db().$count(invoices, eq(invoices.subjectId, purchaseId))
    await expect.poll(documents, { timeout: 20_000 }).toBe(corrected ? 4 : 2)
  }
  expect(await findDiscrepancies(db(), new Date())).toEqual([])
})

it('two nodes at once ask about each number once, and tell of each order once', async () => {
  const { id: productId } = await addProduct(shop, { price: 12_100 })
  const numbers = Array.from({ length: 30 }, (_, index) => `NL004495445B${10 + index}`)
  const items = [{ productId, quantity: 1 }]
  await Promise.all(
    numbers.flatMap((vatNumber, index) =>
      // Every third business ordered twice.
      Array.from({ length: index % 3 ? 1 : 2 }, () =>
        sellWhileViesIsAway(shop, { items, business: { name: 'Sintel bv', vatNumber } }),
      ),
    ),
  )
  const asked: string[] = []
  const answers = { isValid: true, name: null, consultation: null }
  const run = () =>
    recheckNumbers(shop.node.platform, vatNumber => {
      asked.push(vatNumber)
      return setTimeout(20, answers)
    })
  while ((await db().$count(vatRechecks, isNull(vatRechecks.settledAt))) > 0 || asked.length === 0)
    await Promise.all([run(), run(), run()])
  expect(asked.toSorted()).toEqual(numbers)
  const ids = (await db().select().from(vatRechecks)).map(({ subjectId }) => subjectId)
  expect(ids.length).toBeGreaterThanOrEqual(40)
  for (const { user } of admins) {
    const told = await db()
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, user.id), eq(notifications.kind, 'VAT_NUMBER_VALID')))
    expect(told.map(({ about }) => about).toSorted()).toEqual(ids.toSorted())
  }
})
