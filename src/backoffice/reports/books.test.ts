import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { entriesOf, playMinutes } from '../../../tests/support/earnings.ts'
import { addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { addGiftCardProduct, codeOf, giveCard } from '../../../tests/support/giftCards.ts'
import { addGiftToList, startGiftPurchase } from '../../../tests/support/gifts.ts'
import { buyQuickMinutes } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { changeUserCredit } from '../../money/credit/admin/contract.ts'
import { creditAccounts } from '../../money/credit/table.ts'
import { bookPayout } from '../../money/earnings/service.ts'
import { refundMinutes } from '../../money/minutes/admin/contract.ts'
import { purchaseMinutes } from '../../money/minutes/contract.ts'
import { chargebacks, payments } from '../../money/payments/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { buildBooks } from './books.rules.ts'
import { readBooks } from './books.service.ts'
import { buildReport } from './service.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())
const db = () => shop.node.platform.db
const read = () => readBooks(db(), sql`'infinity'::timestamptz`)
const differenceOf = async () => buildBooks(await read()).rows.find(([name]) => name === 'Verschil')?.[1]
/** Invoices are issued by a job. */
const untilEqual = () => vi.waitFor(async () => expect(await differenceOf()).toBe(0), 10_000)

it('the worked case: 100 euros with VAT, of which each cent is somewhere', () => {
  const none = { refunded: 0, chargedBack: 0, givenCredit: 0, fees: 25, debts: 300 }
  const owed = { earningsOwed: 1200, paidOut: 800, unplayed: 1000, credit: 500, unallocated: 700 }
  const sums = { paid: 10_000, vat: 1527, sold: 7273, ...owed, ...none }
  const table = buildBooks(sums)
  expect(table.rows).toContainEqual(['Waarvan van de winkel, zonder btw', 4273])
  expect(table.rows).toContainEqual(['Verschil', 0])
  expect(table.warnings).toBeUndefined()
  expect(buildBooks({ ...sums, paid: 10_001 })).toMatchObject({ warnings: [expect.any(String)] })
})

it('holds with cards, credit, minutes, earnings, a payout, refunds and a chargeback', async () => {
  const [customer, creator] = [await shop.newUser(), await shop.newUser('MODEL')]
  const { id: productId } = await addProduct(shop)
  await buyProduct(customer, productId, 'paid')
  await buyProduct(customer, productId, 'failed')
  const waiting = await buyQuickMinutes(shop, customer)
  const { purchaseId, paymentUrl } = await buyQuickMinutes(shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  await untilEqual()
  const session = { sessionId: randomUUID(), startedAt: new Date(), creatorId: creator.user.id }
  await playMinutes(shop, { ...session, playerId: customer.user.id }, 2)
  expect((await admin.call(refundMinutes, { purchaseId, minutes: 1 })).status).toBeLessThan(300)
  const gift = await startGiftPurchase(shop, customer, (await addGiftToList(admin, creator.user.id)).id)
  await customer.request('GET', await completePayment(gift.paymentUrl, 'paid'))
  const cardProduct = await addGiftCardProduct(shop, admin, 1000)
  const { body: order } = await customer.call(checkout, {
    items: [{ productId: cardProduct, quantity: 1 }],
    giftCardDeliveries: [{ productId: cardProduct, recipientEmail: 'sam@gloed.test' }],
  })
  await customer.request('GET', await completePayment(order.paymentUrl as string, 'paid'))
  const [card] = await db().select().from(creditAccounts).where(isNotNull(creditAccounts.orderItemId))
  const pay = async (code: string) => {
    const quick = { packageId: 'quick', minutes: 5, price: 1000, giftCards: [code] } as const
    expect((await customer.call(purchaseMinutes, quick)).status).toBe(201)
  }
  await pay(await codeOf(shop, card?.id ?? ''))
  await pay((await giveCard(shop, admin, 1500)).code)
  const credit = { userId: customer.user.id, amount: 700, reason: 'Een excuus' }
  expect((await admin.call(changeUserCredit, credit)).status).toBeLessThan(300)
  const entries = await entriesOf(shop, creator.user.id)
  expect(entries.map(({ source }) => source)).toContain('GIFTS')
  const later = new Date(Date.now() + 365 * 86_400_000)
  const payout = { payoutId: randomUUID(), creatorId: creator.user.id, cents: 100 }
  await db().transaction(tx => bookPayout(tx, payout, later))
  const [paid] = await db().select().from(payments).where(eq(payments.subjectId, purchaseId))
  await db()
    .insert(chargebacks)
    .values({ paymentId: paid?.id as string, amountCents: 300, totalCents: 300 })
  await untilEqual()
  expect(await read()).toMatchObject({ chargedBack: 300, paidOut: 100, credit: 1200, givenCredit: 2200 })

  // A payment that no purchase took is not the shop's yet; a cent that nobody booked is a difference.
  const loose = { kind: 'MINUTES', status: 'PAID', amountCents: 400, provider: 'mollie' } as const
  const subject = { subjectId: waiting.purchaseId, userId: customer.user.id, settledAt: new Date() }
  await db()
    .insert(payments)
    .values({ ...loose, ...subject })
  expect([await differenceOf(), (await read()).unallocated]).toEqual([0, 400])
  await db()
    .update(payments)
    .set({ amountCents: 1001 })
    .where(eq(payments.id, paid?.id as string))
  expect(await differenceOf()).toBe(1)
  const report = await buildReport(db(), '2099-Q4', 'books')
  expect(report.warnings).toEqual(['De vergelijking sluit niet: zie Verschil.'])
})
