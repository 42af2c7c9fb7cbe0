import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  answerOfVies,
  sellMinutesWhileViesIsAway,
  UNANSWERED_NUMBER,
} from '../../../tests/support/business.ts'
import { mailsTo, paymentsOf, refundsOf } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { buildReport } from '../reports/service.ts'
import { refundMinutes } from '../../money/minutes/admin/contract.ts'
import { correctVatOfMinutes, listMinutesVatCorrections } from './contract.ts'

/** Five minutes for 10.00, of which 10.00 × 21/121 = 1.7355… is VAT. */
const VAT = 174
const NET = 826

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(clock.at),
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const soon = { timeout: 15_000, interval: 50 }
const db = () => shop.node.platform.db
const correct = (purchaseId: string, vatCents = VAT) =>
  admin.call(correctVatOfMinutes, { purchaseId, vatCents })
const stateOf = async ({ user }: TestUser) =>
  (await admin.call(listMinutesVatCorrections, { userId: user.id })).body
const documentsOf = async (purchaseId: string) => {
  const found = await db().select().from(invoices).where(eq(invoices.subjectId, purchaseId))
  return found.toSorted((one, other) => (one.number < other.number ? -1 : 1))
}
async function booksAgree(): Promise<void> {
  const found = await findDiscrepancies(db(), new Date(clock.at - 3_600_000))
  expect(found.filter(({ check }) => check !== 'refunds.unsent')).toEqual([])
}
/** Bought, and VIES says by now whether the number is valid. */
async function sold(isValid = true) {
  const sale = await sellMinutesWhileViesIsAway(shop)
  clock.at += 60_000
  await answerOfVies(shop, isValid)
  return sale
}
const owedFor = async (userId: string) => {
  const entries = await db().select().from(minuteEntries).where(eq(minuteEntries.userId, userId))
  return entries.reduce((sum, { valueCents }) => sum + valueCents, 0)
}

describe('minutes with VAT because VIES was away', () => {
  it('wait for the answer, and keep their VAT when the number is none', async () => {
    const { customer, purchaseId } = await sellMinutesWhileViesIsAway(shop)
    expect(await stateOf(customer)).toEqual([
      {
        purchaseId,
        minutes: 5,
        state: 'UNANSWERED',
        vatNumber: UNANSWERED_NUMBER,
        checkedAt: null,
        invoiceNumber: expect.stringMatching(/^F2026-/),
        grossCents: 1000,
        vatCents: VAT,
      },
    ])
    expect(await correct(purchaseId)).toMatchObject({ status: 409 })
    clock.at += 60_000
    await answerOfVies(shop, false)
    expect(await stateOf(customer)).toMatchObject([{ state: 'INVALID' }])
    expect(await correct(purchaseId)).toMatchObject({ status: 409 })
    expect(await documentsOf(purchaseId)).toHaveLength(1)
    const told = (await admin.call(listNotifications)).body.filter(
      ({ type }) => type === 'VAT_NUMBER_INVALID',
    )
    expect(told).toMatchObject([
      {
        path: `/admin/users/${customer.user.id}`,
        message: expect.stringContaining('een aankoop van minuten'),
      },
    ])
  })

  it('are corrected once: both documents, the VAT back, the minutes stay and are worth so much less', async () => {
    const { customer, purchaseId } = await sold()
    expect(await stateOf(customer)).toMatchObject([{ state: 'READY' }])
    expect(await correct(purchaseId, VAT + 1)).toMatchObject({ status: 409 })
    const { status, body } = await correct(purchaseId)
    expect({ status, body }).toMatchObject({ status: 200, body: { amount: VAT } })
    const [note, first, second] = await documentsOf(purchaseId)
    expect(note).toMatchObject({
      number: body.creditNote,
      totalCents: -1000,
      content: { credits: first?.number, isReplaced: true },
    })
    expect(second).toMatchObject({
      number: body.invoice,
      totalCents: NET,
      corrects: first?.id,
      content: {
        replaces: first?.number,
        vat: {
          basis: 'REVERSE_CHARGE',
          business: { vatNumber: UNANSWERED_NUMBER, consultation: 'WAPI1' },
          groups: [{ category: 'REVERSE_CHARGE', grossCents: NET, vatCents: 0 }],
        },
      },
    })
    const [payment] = await paymentsOf(shop, purchaseId)
    expect(await refundsOf(shop, payment?.id ?? '')).toMatchObject([
      { id: body.refundId, amountCents: VAT, reason: 'Btw verlegd', credits: true },
    ])
    const [buyer] = await db().select().from(users).where(eq(users.id, customer.user.id))
    expect(buyer?.minutesBalance).toBe(5)
    expect(await owedFor(customer.user.id)).toBe(NET)
    expect(await stateOf(customer)).toMatchObject([{ state: 'DONE' }])
    expect(await correct(purchaseId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('al gecorrigeerd') },
    })
    await vi.waitFor(
      async () => expect(await mailsTo(shop, customer.user.email)).toContain('minutes-vat-corrected'),
      soon,
    )
    await booksAgree()

    // Later refunds give the rest: 8.26 × 2 ÷ 5 = 3.304, and then the remainder; of the new invoice.
    const two = await admin.call(refundMinutes, { purchaseId, minutes: 2 })
    const rest = await admin.call(refundMinutes, { purchaseId })
    expect([two.status, rest.status]).toEqual([201, 201])
    expect(two.body.amount + rest.body.amount).toBe(NET)
    await vi.waitFor(async () => expect(await documentsOf(purchaseId)).toHaveLength(5), soon)
    const notes = (await documentsOf(purchaseId)).filter(({ content }) => content.credits === body.invoice)
    expect(notes.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(-NET)
    await booksAgree()
  })

  it('are owed at the price paid without it, in the report', async () => {
    const bought = async () => {
      const { rows } = await buildReport(db(), '2026-Q4', 'owed')
      return Number(rows.find(([what]) => what === 'Gekochte minuten, niet gespeeld')?.at(-1) ?? 0)
    }
    const { purchaseId } = await sold()
    const before = await bought()
    await correct(purchaseId)
    expect(await bought()).toBe(before - VAT)
  })

  it('are left to people once something went back', async () => {
    const { customer, purchaseId } = await sold()
    await admin.call(refundMinutes, { purchaseId, minutes: 1 })
    expect(await stateOf(customer)).toMatchObject([{ state: 'REFUNDED' }])
    expect(await correct(purchaseId)).toMatchObject({ status: 409 })
    await vi.waitFor(async () => expect(await documentsOf(purchaseId)).toHaveLength(2), soon)
    await booksAgree()
  })
})
