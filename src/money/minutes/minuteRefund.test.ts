import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buyQuickMinutes, mailsTo, providerPayments, refundsOf } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { invoices } from '../invoices/table.ts'
import { spendMinutes } from './service.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { listMinutePurchases, refundMinutes } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const soon = { timeout: 10_000, interval: 50 }
const db = () => shop.node.platform.db

/** Five minutes for ten euros, paid, by a new user or by `who`. */
async function bought(who?: TestUser) {
  customer = who ?? (await shop.newUser())
  const made = await buyQuickMinutes(shop, customer)
  await customer.request('GET', await completePayment(made.paymentUrl, 'paid'))
  return made
}
const spend = (minutes: number) =>
  db().transaction(tx => spendMinutes(tx, customer.user.id, crypto.randomUUID(), minutes))
const refund = (purchaseId: string, wanted: object = {}, headers?: Record<string, string>) =>
  admin.call(refundMinutes, { purchaseId, ...wanted }, headers)
const balance = async () => (await customer.call(readUser)).body.minutesBalance
const booksAgree = () =>
  vi.waitFor(
    async () => expect(await findDiscrepancies(db(), new Date(Date.now() + 3_600_000))).toEqual([]),
    soon,
  )

describe('refunding unused minutes', () => {
  it('refunds at the purchase price with a credit note, a mail and a provider refund', async () => {
    const { purchaseId, payment } = await bought()
    await spend(2)
    expect(await refund(purchaseId, { reason: 'Op verzoek' })).toMatchObject({
      status: 201,
      body: { minutes: 3, amount: 600, left: 0 },
    })
    expect(await balance()).toBe(0)
    await vi.waitFor(async () => {
      const told = (await providerPayments(shop)).find(({ id }) => id === payment.providerId)
      expect(told?.amountRefunded?.value).toBe('6.00')
      expect(await mailsTo(shop, customer.user.email)).toContain('minutes-refunded')
    }, soon)
    const notes = await db().select().from(invoices).where(eq(invoices.subjectId, purchaseId))
    expect(notes.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b)).toEqual([-600, 1000])
    expect((await customer.call(listNotifications)).body.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['MINUTES_CREDITED', 'MINUTES_REFUNDED']),
    )
    expect(await refund(purchaseId)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_TOO_LARGE', left: 0 },
    })
    await booksAgree()
  })

  it('counts those left of that purchase, as the oldest are spent first', async () => {
    const first = await bought()
    const second = await bought(customer)
    await spend(3)
    const list = async () => (await admin.call(listMinutePurchases, { userId: customer.user.id })).body
    expect(await list()).toMatchObject([
      { id: second.purchaseId, unusedMinutes: 5, unusedCents: 1000 },
      { id: first.purchaseId, unusedMinutes: 2, unusedCents: 400 },
    ])
    expect(await refund(first.purchaseId, { minutes: 3 })).toMatchObject({ status: 409, body: { left: 2 } })
    expect(await refund(first.purchaseId, { minutes: 1 })).toMatchObject({
      body: { minutes: 1, amount: 200, left: 1 },
    })
    await spend(2)
    expect(await list()).toMatchObject([
      { unusedMinutes: 4, refundedMinutes: 0 },
      { unusedMinutes: 0, refundedMinutes: 1, unusedCents: 0 },
    ])
    expect(await refund(second.purchaseId)).toMatchObject({ body: { minutes: 4, amount: 800 } })
    expect(await balance()).toBe(0)
    await booksAgree()
  })

  it('refunds once for repeated requests with one key', async () => {
    const { purchaseId, payment } = await bought()
    const key = { 'idempotency-key': `terug-${purchaseId}` }
    const answers = await Promise.all([1, 2, 3].map(() => refund(purchaseId, { minutes: 2 }, key)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ minutes: 2, amount: 400, left: 3 })
    expect(await refundsOf(shop, payment.id)).toHaveLength(1)
    expect(await balance()).toBe(3)
  })

  it('refuses an unpaid or unknown purchase and invalid input', async () => {
    const { purchaseId } = await buyQuickMinutes(shop, await shop.newUser())
    expect(await refund(purchaseId)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } })
    expect(await refund('0197a000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
    for (const minutes of [0, -1, 1.5, '2']) {
      expect(await refund(purchaseId, { minutes })).toMatchObject({ status: 400 })
    }
  })
})
