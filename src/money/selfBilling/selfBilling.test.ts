import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfText } from '../../../tests/support/pdfText.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { someDetails } from '../../../tests/support/payeeDetails.ts'
import { users } from '../../people/accounts/table.ts'
import { newId } from '../../platform/db/columns.ts'
import { bookPayout, earningLedger } from '../earnings/service.ts'
import { earningAccounts, earningEntries } from '../earnings/table.ts'
import { appendEntries } from '../ledger/service.ts'
import { payeeFile, type PayeeFile } from '../payees/service.ts'
import { payees } from '../payees/table.ts'
import { downloadSelfBilled, downloadSelfBilledUbl, listSelfBilled } from './contract.ts'
import { issueSelfBilledInvoices } from './issue.service.ts'
import { collectSelfBilled, eraseOldSelfBilled, makeSelfBilledFile } from './service.ts'
import { selfBilledInvoices } from './table.ts'

const clock = { at: new Date('2026-11-02T10:00:00Z') }
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({
    now: () => clock.at,
    env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' },
  })
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const issue = (at: string) => {
  clock.at = new Date(at)
  return issueSelfBilledInvoices(shop.node.platform)
}
const belgian = { vatStatus: 'VAT_BELGIUM', vatNumber: 'BE0403170701', country: 'BE' } as const

async function givePayee({ user }: TestUser, changes: Partial<PayeeFile>, isAgreed = true) {
  const { companyName: _none, agreesSelfBilling: _agrees, ...details } = someDetails
  const file: PayeeFile = { ...details, holderName: 'Anna de Vries', ...changes }
  const id = newId()
  const agreed = isAgreed ? { selfBillingVersion: 1, selfBillingAgreedAt: clock.at } : {}
  await db().transaction(async tx => {
    await tx.delete(payees).where(eq(payees.userId, user.id))
    const texts = await shop.node.platform.dataCipher.encrypt(tx, payeeFile, id, JSON.stringify(file))
    await tx
      .insert(payees)
      .values({ id, userId: user.id, ...texts, ...agreed, givenAt: clock.at, usableAt: clock.at })
  })
}

/** Books earnings of a gift. @returns the entry */
async function earn({ user }: TestUser, cents: number, at: string, payableAt = at) {
  const entry = {
    id: newId(),
    creatorId: user.id,
    type: 'EARNED',
    source: 'GIFTS',
    cents,
    giftId: newId(),
    payableAt: new Date(payableAt),
    createdAt: new Date(at),
  } as const
  await db().transaction(tx => appendEntries(tx, earningLedger, [entry]))
  return entry
}
const takeBack = ({ id: reversesId, cents, ...entry }: Awaited<ReturnType<typeof earn>>, at: string) =>
  db().transaction(tx =>
    appendEntries(tx, earningLedger, [
      {
        ...entry,
        id: newId(),
        type: 'TAKEN_BACK',
        cents: -cents,
        reversesId,
        causeId: newId(),
        createdAt: new Date(at),
      },
    ]),
  )
const invoicesOf = ({ user }: TestUser) =>
  db()
    .select()
    .from(selfBilledInvoices)
    .where(eq(selfBilledInvoices.creatorId, user.id))
    .orderBy(asc(selfBilledInvoices.serial))
const balanceOf = async ({ user }: TestUser) =>
  (await db().select().from(earningAccounts).where(eq(earningAccounts.id, user.id)))[0]?.balanceCents

it('each month over has one invoice of a creator, with its VAT booked under the same times', async () => {
  const one = await shop.newUser('MODEL')
  await earn(one, 1000, '2026-11-03T10:00:00Z')
  const risky = await earn(one, 500, '2026-11-30T22:59:00Z', '2027-03-30T00:00:00Z')
  await earn(one, 77, '2026-11-30T23:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  expect(await invoicesOf(one)).toEqual([])
  await givePayee(one, belgian)
  await Promise.all([issue('2026-12-02T05:40:00Z'), issue('2026-12-02T05:40:00Z')])
  expect(await invoicesOf(one)).toMatchObject([
    { serial: 1, month: '2026-11', netCents: 1500, vatCents: 315, afterSequence: 0, lastSequence: 2 },
  ])
  const vat = (await db().select().from(earningEntries).where(eq(earningEntries.creatorId, one.user.id)))
    .filter(({ type }) => type === 'ADJUSTED')
    .map(({ cents, payableAt }) => [cents, payableAt.toISOString()])
  expect(vat).toEqual([
    [210, '2026-11-03T10:00:00.000Z'],
    [105, '2027-03-30T00:00:00.000Z'],
  ])
  expect(await balanceOf(one)).toBe(1577 + 315)

  // In December its risky part is taken back; the VAT of invoices is on no invoice.
  await takeBack(risky, '2026-12-10T10:00:00Z')
  await issue('2027-01-01T05:40:00Z')
  await issue('2027-01-02T05:40:00Z')
  const [, second, ...others] = await invoicesOf(one)
  expect(others).toEqual([])
  expect(second).toMatchObject({ serial: 2, kind: 'CREDIT_NOTE', netCents: 77 - 500, vatCents: -89 })
  expect(await balanceOf(one)).toBe(1577 + 315 - 500 - 89)
})

it('VAT that was paid out and goes back is not taken from a creator without a balance', async () => {
  const one = await shop.newUser('MODEL')
  await givePayee(one, belgian)
  const back = await earn(one, 1000, '2026-11-03T10:00:00Z', '2027-02-01T00:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  await takeBack(back, '2026-12-05T10:00:00Z')
  await db().transaction(async tx => {
    const payout = { payoutId: newId(), creatorId: one.user.id, cents: 210 }
    await bookPayout(tx, payout, new Date('2027-02-02T00:00:00Z'))
  })
  await issue('2027-03-01T05:40:00Z')
  expect((await invoicesOf(one)).map(({ vatCents }) => vatCents)).toEqual([210, -210])
  expect(await balanceOf(one)).toBe(0)
})

it('a late entry of a month that has an invoice is on the next one', async () => {
  const one = await shop.newUser('MODEL')
  await givePayee(one, {})
  await earn(one, 100, '2026-11-03T10:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  await earn(one, 20, '2026-11-29T10:00:00Z')
  await issue('2026-12-02T05:40:00Z')
  expect(await invoicesOf(one)).toHaveLength(1)
  await issue('2027-01-01T05:40:00Z')
  expect((await invoicesOf(one)).map(({ month, netCents }) => [month, netCents])).toEqual([
    ['2026-11', 100],
    ['2026-12', 20],
  ])
})

it('a business without an agreement has no invoice, and gets those of past months with one', async () => {
  const one = await shop.newUser('MODEL')
  await givePayee(one, belgian, false)
  await earn(one, 100, '2026-11-03T10:00:00Z')
  await earn(one, 200, '2026-12-03T10:00:00Z')
  await issue('2027-01-01T05:40:00Z')
  expect(await invoicesOf(one)).toEqual([])
  await givePayee(one, belgian)
  await issue('2027-01-05T05:40:00Z')
  expect((await invoicesOf(one)).map(({ month, serial }) => [month, serial])).toEqual([
    ['2026-11', 1],
    ['2026-12', 2],
  ])
})

it('its files are read by the creator and an admin alone, and are stored encrypted', async () => {
  const [one, other, admin] = [
    await shop.newUser('MODEL'),
    await shop.newUser('MODEL'),
    await shop.newUser('ADMIN'),
  ]
  await givePayee(one, belgian)
  await earn(one, 1000, '2026-11-03T10:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  const [listed] = (await one.call(listSelfBilled)).body
  expect(listed).toMatchObject({ month: '2026-11', isStatement: false, netCents: 1000, vatCents: 210 })
  const { id: invoiceId = '', number = '' } = listed ?? {}
  expect((await other.call(listSelfBilled)).body).toEqual([])
  for (const endpoint of [downloadSelfBilled, downloadSelfBilledUbl])
    expect([
      (await one.call(endpoint, { invoiceId })).status,
      (await admin.call(endpoint, { invoiceId })).status,
      (await other.call(endpoint, { invoiceId })).status,
    ]).toEqual([200, 200, 404])
  const pdf = await makeSelfBilledFile(shop.node.platform, { invoiceId, format: 'pdf' })
  const words = (await pdfText(pdf.content)).replaceAll(/\s+/g, ' ')
  for (const text of ['Factuur uitgereikt door afnemer', number, 'Anna de Vries', '12,10', 'self-billing'])
    expect(words).toContain(text)
  expect(JSON.stringify(await invoicesOf(one))).not.toContain('Vries')
  expect(JSON.stringify(await collectSelfBilled(shop.node.platform, db(), one.user.id))).toContain('Vries')
})

it('a statement to a private person has no UBL', async () => {
  const one = await shop.newUser('MODEL')
  await givePayee(one, {})
  await earn(one, 1000, '2026-11-03T10:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  const [listed] = (await one.call(listSelfBilled)).body
  expect(listed).toMatchObject({ isStatement: true, netCents: 1000, vatCents: 0 })
  const { id: invoiceId = '' } = listed ?? {}
  expect((await one.call(downloadSelfBilled, { invoiceId })).status).toBe(200)
  expect((await one.call(downloadSelfBilledUbl, { invoiceId })).status).toBe(404)
})

it('the database refuses to change or delete one; only its text is erased, of an erased creator after the retention', async () => {
  const one = await shop.newUser('MODEL')
  await givePayee(one, {})
  await earn(one, 1000, '2026-11-03T10:00:00Z')
  await issue('2026-12-01T05:40:00Z')
  const isOwn = eq(selfBilledInvoices.creatorId, one.user.id)
  const refused = /self_billed_invoices/
  await expect(db().update(selfBilledInvoices).set({ netCents: 1 }).where(isOwn)).rejects.toThrow(refused)
  await expect(db().delete(selfBilledInvoices).where(isOwn)).rejects.toThrow(refused)
  const later = new Date('2027-01-01T00:00:00Z')
  await eraseOldSelfBilled(db(), later)
  expect((await invoicesOf(one))[0]?.encrypted).not.toBeNull()
  await db().update(users).set({ erasedAt: clock.at, deleteAfter: clock.at }).where(eq(users.id, one.user.id))
  await eraseOldSelfBilled(db(), new Date('2026-12-01T00:00:00Z'))
  expect((await invoicesOf(one))[0]?.encrypted).not.toBeNull()
  await eraseOldSelfBilled(db(), later)
  expect((await invoicesOf(one))[0]?.encrypted).toBeNull()
})
