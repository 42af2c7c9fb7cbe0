import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerOfVies, sellWhileViesIsAway, UNANSWERED_NUMBER } from '../../../tests/support/business.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { giveCard } from '../../../tests/support/giftCards.ts'
import { mailsTo, paymentsOf, refundsOf } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { listAuditEntries } from '../../people/audit/admin/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readAdminOrder, refundOrder } from '../../shop/orders/admin/contract.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { closePeriod, readReport } from '../reports/contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { correctVat } from './contract.ts'

let shop: TestShop
let admin: TestUser
let toyId: string
let bookId: string
const clock = { at: Date.parse('2026-12-28T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(clock.at),
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
  admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, shipsTo: ['NL', 'BE'], version })
  toyId = (await addProduct(shop, { price: 12_100, showShippingOptions: true })).id
  bookId = (await addProduct(shop, { price: 1060, taxClass: 'BOOKS' })).id
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body
const correct = (orderId: string, vatCents: number) => admin.call(correctVat, { orderId, vatCents })
/** The jobs of the last hour have made their documents and mails. */
async function booksAgree(): Promise<void> {
  const found = await findDiscrepancies(db(), new Date(clock.at - 3_600_000))
  expect(found.filter(({ check }) => check !== 'refunds.unsent')).toEqual([])
}
/** Nothing of one test is known to another. */
const forgetAnswers = () => db().delete(vatNumberChecks)
const documentsOf = async (orderId: string) => {
  const found = await db().select().from(invoices).where(eq(invoices.subjectId, orderId))
  return found.toSorted((one, other) => (one.number < other.number ? -1 : 1))
}

/** A toy, two books and tracking; and VIES says by now that the number is valid. */
async function soldAndValid(order: Partial<Parameters<typeof sellWhileViesIsAway>[1]> = {}) {
  await forgetAnswers()
  const items = [
    { productId: toyId, quantity: 1 },
    { productId: bookId, quantity: 2 },
  ]
  const sold = await sellWhileViesIsAway(shop, { items, ...order })
  clock.at += 60_000
  await answerOfVies(shop, true)
  return sold
}

describe('a sale with VAT because VIES was away', () => {
  it('waits for the answer, and can’t be corrected before', async () => {
    await forgetAnswers()
    const { orderId } = await sellWhileViesIsAway(shop, { items: [{ productId: toyId, quantity: 1 }] })
    expect((await read(orderId)).vatCorrection).toEqual({
      state: 'UNANSWERED',
      vatNumber: UNANSWERED_NUMBER,
      checkedAt: null,
      invoiceNumber: expect.stringMatching(/^F2026-/),
      grossCents: 12_100,
      vatCents: 2100,
    })
    expect(await correct(orderId, 2100)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    clock.at += 60_000
    await answerOfVies(shop, false)
    expect((await read(orderId)).vatCorrection).toMatchObject({ state: 'INVALID' })
    expect(await correct(orderId, 2100)).toMatchObject({ status: 409 })
    expect(await documentsOf(orderId)).toHaveLength(1)
    const told = (await admin.call(listNotifications)).body.filter(
      ({ type }) => type === 'VAT_NUMBER_INVALID',
    )
    expect(told).toMatchObject([{ path: `/admin/orders/${orderId}` }])
  })

  it('is corrected once, with both documents, the VAT back, and its lines worth less', async () => {
    const { customer, orderId } = await soldAndValid({ hasTracking: true })
    // 121.00 + 2 × 10.60 + tracking 2.50, of which 2.50 × 21.20 ÷ 142.20 = 0.37 belongs to the books:
    // (121.00 + 2.13) × 21/121 = 21.37; (21.20 + 0.37) × 6/106 = 1.22.
    const vatCents = 2137 + 122
    expect((await read(orderId)).vatCorrection).toMatchObject({
      state: 'READY',
      grossCents: 14_470,
      vatCents,
    })
    expect(await correct(orderId, vatCents - 1)).toMatchObject({ status: 409 })
    const { status, body } = await correct(orderId, vatCents)
    expect({ status, body }).toMatchObject({ status: 200, body: { amount: vatCents } })

    const [note, first, second] = await documentsOf(orderId)
    expect(note).toMatchObject({
      number: body.creditNote,
      totalCents: -14_470,
      content: { credits: first?.number },
    })
    expect(second).toMatchObject({
      number: body.invoice,
      totalCents: 14_470 - vatCents,
      corrects: first?.id,
      content: {
        replaces: first?.number,
        vat: {
          basis: 'REVERSE_CHARGE',
          business: { vatNumber: UNANSWERED_NUMBER, consultation: 'WAPI1', checkedAt: expect.any(String) },
          groups: [{ category: 'REVERSE_CHARGE', grossCents: 14_470 - vatCents, vatCents: 0 }],
        },
      },
    })
    const [payment] = await paymentsOf(shop, orderId)
    expect(await refundsOf(shop, payment?.id ?? '')).toMatchObject([
      { id: body.refundId, amountCents: vatCents, reason: 'Btw verlegd', credits: true },
    ])
    const after = await read(orderId)
    expect(after.vatCorrection).toMatchObject({ state: 'DONE' })
    expect(after.items.map(({ vatReturned }) => vatReturned)).toEqual([2100, 120])
    expect(await correct(orderId, vatCents)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('al gecorrigeerd') },
    })
    await booksAgree()

    await vi.waitFor(
      async () => expect(await mailsTo(shop, customer.user.email)).toContain('order-vat-corrected'),
      { timeout: 10_000 },
    )
    for (const each of [note, second])
      expect((await customer.request('GET', `/api/invoices/${each?.id}`)).status).toBe(200)
    const { body: log } = await admin.call(listAuditEntries, {})
    expect(log.items).toContainEqual(
      expect.objectContaining({ action: 'ORDER_VAT_CORRECTED', subjectId: orderId }),
    )
  })

  it('can be refunded by line afterwards: of the new invoice, and no more than was paid for it', async () => {
    const { orderId } = await soldAndValid()
    await correct(orderId, 2220)
    const [toy, books] = (await read(orderId)).items
    // 121.00 − 21.00, and one of two books at 10.60 − 0.60.
    const items = [
      { itemId: toy?.id ?? '', quantity: 1 },
      { itemId: books?.id ?? '', quantity: 1 },
    ]
    expect((await admin.call(refundOrder, { orderId, items })).body).toMatchObject({
      amount: 11_000,
      left: 1000,
    })
    const notes = async () => (await documentsOf(orderId)).filter(({ kind }) => kind === 'CREDIT_NOTE')
    await vi.waitFor(async () => expect(await notes()).toHaveLength(2), { timeout: 15_000 })
    const replacement = (await documentsOf(orderId)).at(-1)
    expect((await notes())[1]).toMatchObject({
      totalCents: -11_000,
      content: {
        credits: replacement?.number,
        vat: { groups: [{ category: 'REVERSE_CHARGE', grossCents: -11_000, vatCents: 0 }] },
      },
    })
    expect((await admin.call(refundOrder, { orderId })).body).toMatchObject({ amount: 1000, left: 0 })
    await vi.waitFor(async () => expect(await notes()).toHaveLength(3), { timeout: 15_000 })
    await booksAgree()
  })

  it('gives back to the card the part that no provider has', async () => {
    const { code } = await giveCard(shop, admin, 14_000)
    const { customer, orderId } = await soldAndValid({ giftCards: [code] })
    // 142.20, of which the provider has 2.20.
    expect((await correct(orderId, 2220)).status).toBe(200)
    const refunded = (await read(orderId)).refunds.map(({ destination, amountCents }) => [
      destination,
      amountCents,
    ])
    expect(refunded.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['CREDIT', 2000],
      ['PAYMENT', 220],
    ])
    const [, , replacement] = await documentsOf(orderId)
    expect(replacement?.content.creditPayments).toMatchObject([{ cents: 12_000 }])
    expect(customer.user.id).toBe(replacement?.userId)
    await booksAgree()
  })

  it('is left to people once something was given back', async () => {
    const { orderId } = await soldAndValid()
    await admin.call(refundOrder, { orderId, amount: 100 })
    expect((await read(orderId)).vatCorrection).toMatchObject({ state: 'REFUNDED' })
    expect(await correct(orderId, 2220)).toMatchObject({ status: 409 })
    await vi.waitFor(async () => expect(await documentsOf(orderId)).toHaveLength(2), { timeout: 15_000 })
    await booksAgree()
  })

  it('is found by the reconciliation when its documents disagree', async () => {
    const { orderId } = await soldAndValid()
    await correct(orderId, 2220)
    await db()
      .transaction(async tx => {
        await tx.execute(sql`update refunds set amount_cents = 2219 where request_id = (
          select refund_id from invoices where subject_id = ${orderId}::uuid and kind = 'CREDIT_NOTE'
        )`)
        const found = await findDiscrepancies(tx, new Date(clock.at - 3_600_000))
        expect(found.map(({ check }) => check)).toContain('invoices.corrected')
        throw new Error('undone')
      })
      .catch((error: unknown) => expect(String(error)).toContain('undone'))
  })

  it('of a closed quarter is corrected in the present one, which its listing has', async () => {
    const { orderId } = await soldAndValid()
    clock.at = Date.parse('2027-01-04T12:00:00Z')
    await db()
      .update(loginSessions)
      .set({ confirmedAt: new Date(clock.at) })
    const report = async (quarter: string, name: 'sales' | 'intra-eu') =>
      (await admin.call(readReport, { quarter, report: name })).body
    expect((await admin.call(closePeriod, { quarter: '2026-Q4' })).status).toBe(200)
    const closed = await report('2026-Q4', 'sales')
    const { body } = await correct(orderId, 2220)
    expect(body).toMatchObject({
      creditNote: expect.stringMatching(/^C2027-/),
      invoice: expect.stringMatching(/^F2027-/),
    })
    expect(await report('2026-Q4', 'sales')).toEqual(closed)
    expect(await report('2027-Q1', 'intra-eu')).toMatchObject({
      rows: [[UNANSWERED_NUMBER, 'L', '2026-Q4', 12_000]],
    })
    expect((await report('2027-Q1', 'sales')).totals.at(-1)).toBe(-2220)
    await booksAgree()
  })
})
