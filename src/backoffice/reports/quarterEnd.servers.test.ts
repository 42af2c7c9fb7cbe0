import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatorRefunds } from '../../../simulators/mollie/table.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { callWebhook, paymentsOf, placeOrderFor, refundsOf } from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { InvoiceKind } from '../../money/invoices/contract.ts'
import { issueInvoice } from '../../money/invoices/service.ts'
import { invoices, invoiceSeries } from '../../money/invoices/table.ts'
import { buildUbl } from '../../money/invoices/ubl.rules.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import * as endpoints from './contract.ts'
import { resolveRefund } from '../../money/payments/admin/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

/**
 * A sale that is paid before midnight and invoiced after it. The series of invoices is locked meanwhile by another transaction, as by
 * invoices before it, which the embedded database with its one connection can't show.
 */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-12-30T12:00:00Z') }
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({
    database: await openPostgres(await postgres.create()),
    env: { SELLER_COUNTRY: 'BE' },
    now: () => new Date(clock.at),
  })
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const soon = { timeout: 20_000, interval: 50 }
const db = () => shop.node.platform.db
const documentsOf = (subjectId: string) =>
  db().select().from(invoices).where(eq(invoices.subjectId, subjectId))
const untilDocuments = (subjectId: string, count: number) =>
  vi.waitFor(async () => {
    const found = await documentsOf(subjectId)
    expect(found).toHaveLength(count)
    return found
  }, soon)
const report = async (quarter: string, name: endpoints.ReportName) =>
  (await admin.call(endpoints.readReport, { quarter, report: name })).body
/** The amount with VAT, or the payments. */
async function totalOf(quarter: string, name: endpoints.ReportName): Promise<number> {
  const { columns, totals } = await report(quarter, name)
  const column = columns.findIndex(each => each.name === (name === 'payments' ? 'Bedrag' : 'Met btw'))
  return totals[column] ?? 0
}

/** Acts at 23:59 in Brussels, and lets the invoices of that be issued at 00:01 on the next day. */
async function aroundMidnight(act: () => Promise<unknown>): Promise<void> {
  clock.at = Date.parse('2026-12-31T22:59:00Z')
  await db().transaction(async tx => {
    const years = InvoiceKind.options.flatMap(kind => [2026, 2027].map(year => ({ kind, year })))
    await tx.insert(invoiceSeries).values(years).onConflictDoNothing()
    await tx.select().from(invoiceSeries).for('update')
    await act()
    // Its job waits for the series.
    const waiting = sql`select count(*)::int as waiting from pg_locks where not granted`
    await vi.waitFor(
      async () => expect((await queryRow<{ waiting: number }>(db(), waiting)).waiting).toBeGreaterThan(0),
      soon,
    )
    clock.at = Date.parse('2026-12-31T23:01:00Z')
  })
}

let orderId: string
let customer: TestUser

it('a payment before midnight is declared in that quarter, by reports, UBL and the ZIP alike', async () => {
  customer = await shop.newUser()
  await aroundMidnight(async () => {
    const placed = await placeOrderFor(shop, customer)
    orderId = placed.orderId
    await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  })
  const [invoice] = await untilDocuments(orderId, 1)
  expect(invoice).toMatchObject({
    number: 'F2027-000001',
    issuedAt: new Date('2026-12-31T23:01:00Z'),
    taxPointAt: new Date('2026-12-31T22:59:00Z'),
  })
  const content = invoice?.content as never
  const ubl = buildUbl({ ...(invoice as NonNullable<typeof invoice>), content })
  expect(ubl).toContain('<cbc:IssueDate>2027-01-01</cbc:IssueDate>')
  expect(ubl).toContain('</cbc:InvoiceTypeCode><cbc:TaxPointDate>2026-12-31</cbc:TaxPointDate>')
  const { rows } = await report('2026-Q4', 'sales')
  expect(rows.map(row => row.slice(0, 3))).toEqual([['F2027-000001', '2027-01-01', '2026-12-31']])
  for (const name of ['sales', 'vat', 'payments'] as const) {
    expect(await totalOf('2026-Q4', name), name).toBe(2000)
    expect(await totalOf('2027-Q1', name), name).toBe(0)
  }
})

it('a refund before midnight is taken off in that quarter', async () => {
  await aroundMidnight(async () => {
    expect((await admin.call(refundOrder, { orderId, amount: 500 })).status).toBe(201)
    // The provider, which a job sends it to, still has it under way when the quarter is closed.
    const createdAt = new Date('2027-02-01')
    await vi.waitFor(
      async () => expect(await db().update(simulatorRefunds).set({ createdAt }).returning()).toHaveLength(1),
      soon,
    )
  })
  const credit = (await untilDocuments(orderId, 2)).find(({ kind }) => kind === 'CREDIT_NOTE')
  expect(credit).toMatchObject({
    number: 'C2027-000001',
    issuedAt: new Date('2026-12-31T23:01:00Z'),
    taxPointAt: new Date('2026-12-31T22:59:00Z'),
  })
  const ubl = buildUbl({ ...(credit as NonNullable<typeof credit>), content: credit?.content as never })
  expect(ubl).toContain(
    '<cbc:TaxPointDate>2026-12-31</cbc:TaxPointDate><cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
  )
  for (const name of ['sales', 'vat', 'payments'] as const) {
    expect(await totalOf('2026-Q4', name), name).toBe(1500)
    expect(await totalOf('2027-Q1', name), name).toBe(0)
  }
})

it('a quarter that is closed while an invoice of it waits has it, or is not closed yet', async () => {
  let waiting = ''
  const closes: Promise<{ status: number }>[] = []
  await aroundMidnight(async () => {
    const placed = await placeOrderFor(shop, customer)
    waiting = placed.orderId
    await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
    clock.at = Date.parse('2026-12-31T23:00:30Z')
    closes.push(...[1, 2].map(() => admin.call(endpoints.closePeriod, { quarter: '2026-Q4' })))
  })
  for (const { status } of await Promise.all(closes)) expect([200, 409]).toContain(status)
  await untilDocuments(waiting, 1)
  expect((await admin.call(endpoints.closePeriod, { quarter: '2026-Q4' })).status).toBe(200)
  expect(await totalOf('2026-Q4', 'sales')).toBe(3500)
  expect(await totalOf('2027-Q1', 'sales')).toBe(0)
})

it('an invoice issued when its quarter is closed is declared in the present one, and never in the closed one', async () => {
  const [{ content, userId } = { content: undefined, userId: '' }] = await documentsOf(orderId)
  const draft = { kind: 'INVOICE', userId, refundId: null, content: content as never } as const
  const taxPointAt = new Date('2026-12-31T22:59:59Z')
  const now = () => new Date('2027-01-02T12:00:00Z')
  const { invoice } = await db().transaction(tx =>
    issueInvoice(tx, { ...draft, subjectId: randomUUID(), taxPointAt }, now),
  )
  expect(invoice.taxPointAt).toEqual(now())
  const forced = { ...draft, subjectId: randomUUID(), number: 'F2027-999999', totalCents: 1, issuedAt: now() }
  await expect(
    db()
      .insert(invoices)
      .values({ ...forced, taxPointAt }),
  ).rejects.toThrow('Failed query')
  const [own] = await documentsOf(orderId)
  await expect(
    db()
      .update(invoices)
      .set({ taxPointAt: now() })
      .where(eq(invoices.id, own?.id ?? '')),
  ).rejects.toThrow('Failed query')
})

it('a refund that fails when its quarter is closed is still owed: its credit note stays, and no report of VAT changes', async () => {
  clock.at = Date.parse('2026-12-31T23:30:00Z')
  const reports = async () => ({
    closed: await report('2026-Q4', 'sales'),
    present: await report('2027-Q1', 'vat'),
  })
  const before = await reports()
  const [payment] = await paymentsOf(shop, orderId)
  const [refund] = await refundsOf(shop, payment?.id ?? '')
  const { status } = await shop
    .newClient()
    .request('POST', '/simulator/mollie/refund-status', { id: refund?.providerId, status: 'failed' })
  expect(status).toBe(200)
  await callWebhook(shop, payment?.providerId ?? null)
  await vi.waitFor(
    async () => expect((await refundsOf(shop, payment?.id ?? ''))[0]?.failedAt).not.toBeNull(),
    soon,
  )
  expect(await reports()).toEqual(before)
  expect(await documentsOf(orderId)).toHaveLength(2)
  const found = await findDiscrepancies(db(), new Date(clock.at))
  expect(found.map(({ check }) => check)).toEqual(['refunds.failed'])

  // The closed quarter says that it went back: the present one, that it came back, until an admin pays it by hand.
  const cameBack = async () =>
    (await report('2027-Q1', 'payments')).rows.filter(row => row[1] === 'Terugbetaling mislukt')
  const [row] = await cameBack()
  expect(row?.slice(0, 2)).toEqual(['2027-01-01', 'Terugbetaling mislukt'])
  expect(row?.slice(3, 6)).toEqual(['Mollie', refund?.providerId, refund?.amountCents])
  const by = { refundId: refund?.id ?? '', how: 'BY_HAND' } as const
  expect(await admin.call(resolveRefund, by)).toMatchObject({ status: 200 })
  expect(await cameBack()).toEqual([])
})
