import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { findMoneyDiscrepancies } from '../../../tests/support/giftCards.ts'
import { placeOrderFor, type PlacedOrder } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { removeVatRate, setVatRate } from '../../money/vat/admin/contract.ts'
import * as endpoints from './contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-12-30T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const soon = { timeout: 15_000, interval: 50 }
const db = () => shop.node.platform.db
const read = async (quarter: string, report: endpoints.ReportName) =>
  (await admin.call(endpoints.readReport, { quarter, report })).body
const countInvoices = () => db().$count(invoices)

/** A paid and invoiced order of 20 euros. */
async function buy(): Promise<PlacedOrder> {
  const customer = await shop.newUser()
  const before = await countInvoices()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  await vi.waitFor(async () => expect(await countInvoices()).toBe(before + 1), soon)
  return placed
}

describe('the reports of a quarter', () => {
  it('have every invoice, payment and unit, as plain SQL counts them', async () => {
    const { orderId } = await buy()
    await buy()
    await admin.call(refundOrder, { orderId, amount: 500 })
    await vi.waitFor(async () => expect(await countInvoices()).toBe(3), soon)
    const sales = await read('2026-Q4', 'sales')
    expect(sales).toMatchObject({ totalRows: 3 })
    const { cents } = await queryRow<{ cents: number }>(
      db(),
      sql`select sum(total_cents)::int as cents from invoices`,
    )
    expect(cents).toBe(3500)
    expect(sales.totals.at(-1)).toBe(cents)
    expect((await read('2026-Q4', 'vat')).totals.at(-1)).toBe(cents)
    const payments = await read('2026-Q4', 'payments')
    expect(payments.rows.map(row => Number(row[5])).toSorted((a, b) => a - b)).toEqual([-500, 2000, 2000])
    const stock = await read('2026-Q4', 'stock')
    const { pieces } = await queryRow<{ pieces: number }>(
      db(),
      sql`select sum(stock)::int as pieces from products`,
    )
    expect(stock.totals[2]).toBe(pieces)
    for (const report of ['oss', 'intra-eu'] as const)
      expect(await read('2026-Q4', report)).toMatchObject({ rows: [] })
    expect(await read('2026-Q3', 'sales')).toMatchObject({ rows: [], totals: [] })
  })

  it('are files for a spreadsheet, and a ZIP of all invoices', async () => {
    const file = async (path: string) => {
      const response = await fetch(new URL(path, shop.origin), { headers: { cookie: admin.cookie() } })
      expect(response.status).toBe(200)
      return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
    }
    const csv = await file(endpoints.reportFilePath('2026-Q4', 'sales', 'csv'))
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.bytes)
    expect(text.startsWith('\ufeff"Nummer";"Dag";')).toBe(true)
    expect(text).toContain('"-5,00"\r\n')
    const xlsx = unzipSync((await file(endpoints.reportFilePath('2026-Q4', 'sales', 'xlsx'))).bytes)
    const sheet = new TextDecoder().decode(xlsx['xl/worksheets/sheet1.xml'])
    expect(sheet).toContain('<v>-5</v>')
    const stock = await file(endpoints.reportFilePath('2026-Q4', 'stock', 'csv'))
    const ends = new TextDecoder().decode(stock.bytes).trim().split('\r\n').slice(-2)
    expect(ends[0]).toMatch(/^"Totaal";;"\d+";;;"0,00";/)
    expect(ends[1]).toMatch(/^"Zonder inkoopprijs: \d+ van \d+ SKU’s/)
    const stockXlsx = unzipSync((await file(endpoints.reportFilePath('2026-Q4', 'stock', 'xlsx'))).bytes)
    const texts = new TextDecoder().decode(stockXlsx['xl/sharedStrings.xml'])
    expect(texts).toContain('Zonder inkoopprijs: ')
    const archive = await file(endpoints.invoicesFilePath('2026-Q4'))
    expect(archive.response.headers.get('content-disposition')).toContain('2026-Q4-facturen.zip')
    const files = unzipSync(archive.bytes)
    const names = ['creditnota-C2026-000001', 'factuur-F2026-000001', 'factuur-F2026-000002']
    expect(Object.keys(files)).toEqual(names.flatMap(name => [`${name}.pdf`, `${name}.xml`]))
    const start = (name: string) => new TextDecoder().decode(files[name]?.subarray(0, 5))
    for (const name of names) expect([start(`${name}.pdf`), start(`${name}.xml`)]).toEqual(['%PDF-', '<?xml'])
  })

  it('are refused to others, and of an unknown quarter or report', async () => {
    const customer = await shop.newUser()
    expect((await customer.request('GET', '/api/admin/reports')).status).toBe(403)
    for (const path of ['2026-Q5/sales', '2026/sales', '2026-Q4/profit'])
      expect((await admin.request('GET', `/api/admin/reports/${path}`)).status, path).toBe(404)
    const asPdf = await admin.request('GET', '/api/admin/reports/2026-Q4/sales/file?format=pdf')
    expect(asPdf).toMatchObject({ status: 400, body: { fields: { format: 'Kies csv of xlsx.' } } })
  })
})

describe('a quarter', () => {
  const close = (quarter: string) => admin.call(endpoints.closePeriod, { quarter })
  const rate = { country: 'FI', taxClass: 'STANDARD' } as const
  const logInAgain = () =>
    db()
      .update(loginSessions)
      .set({ confirmedAt: new Date(clock.at) })

  it('is closed once it is over, in order, and then never changes', async () => {
    expect(await close('2026-Q4')).toMatchObject({
      status: 409,
      body: { message: 'Vierde kwartaal 2026: Dit kwartaal is nog niet voorbij.' },
    })
    const { orderId } = await buy()
    expect(
      (await admin.call(setVatRate, { ...rate, validFrom: '2026-11-01', basisPoints: 2600 })).status,
    ).toBe(204)
    clock.at = Date.parse('2027-01-02T12:00:00Z')
    await logInAgain()
    expect(await close('2027-Q1')).toMatchObject({ status: 409 })
    expect(await close('2026-Q3')).toMatchObject({ status: 404 })
    const open = await read('2026-Q4', 'sales')
    await db().execute(sql`update products set purchase_price = 123`)
    const stock = await read('2026-Q4', 'stock')
    expect(stock.totals[5]).toBe(123 * Number(stock.totals[2]))
    const answers = await Promise.all([close('2026-Q4'), close('2026-Q4')])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { state: 'CLOSED', number: 1 } })
    await admin.call(refundOrder, { orderId, amount: 700 })
    await vi.waitFor(async () => expect((await read('2027-Q1', 'sales')).totals.at(-1)).toBe(-700), soon)
    expect(await read('2026-Q4', 'sales')).toEqual(open)
    await db().execute(sql`update products set purchase_price = 456`)
    expect(await read('2026-Q4', 'stock')).toEqual(stock)
    expect((await read('2027-Q1', 'stock')).totals[5]).toBe(456 * Number(stock.totals[2]))
    expect((await admin.call(endpoints.listPeriods)).body).toMatchObject([
      { quarter: '2027-Q1', state: 'RUNNING' },
      { quarter: '2026-Q4', state: 'CLOSED', number: 1, closedBy: admin.user.displayName },
    ])
    expect(await findMoneyDiscrepancies(shop, new Date(clock.at))).toEqual([])
  })

  it('takes no VAT rate from a day in it, and keeps the one that it had', async () => {
    for (const validFrom of ['2026-12-31', '2026-11-01', '2026-01-01'])
      expect(await admin.call(setVatRate, { ...rate, validFrom, basisPoints: 2700 })).toMatchObject({
        status: 400,
        body: { fields: { validFrom: 'Vierde kwartaal 2026 is gesloten. Kies een latere dag.' } },
      })
    expect(await admin.call(removeVatRate, { ...rate, validFrom: '2026-11-01' })).toMatchObject({
      status: 409,
      body: { message: 'Vierde kwartaal 2026 is gesloten. Dit tarief gold toen en blijft daarom staan.' },
    })
    const next = { ...rate, validFrom: '2027-01-01' }
    expect((await admin.call(setVatRate, { ...next, basisPoints: 2700 })).status).toBe(204)
    expect((await admin.call(removeVatRate, next)).status).toBe(204)
  })

  it('takes no invoice that is dated in it, and its reports can’t be changed', async () => {
    const refusal = (code: string, message: string) =>
      expect.objectContaining({ cause: expect.objectContaining({ code, message }) })
    const invoiceAt = (
      at: string,
    ) => sql`insert into invoices (id, kind, number, user_id, subject_id, content, total_cents, issued_at)
      select gen_random_uuid(), kind, 'F2026-999999', user_id, gen_random_uuid(), content, 1, ${at}::timestamptz from invoices
      where kind = 'INVOICE' limit 1`
    // The quarter is that of Brussels, which is an hour ahead.
    for (const at of ['2026-09-30T22:00:00Z', '2026-12-31T22:59:59.999Z'])
      await expect(db().execute(invoiceAt(at))).rejects.toEqual(
        refusal('23514', 'an invoice dated in a closed period'),
      )
    for (const at of ['2026-09-30T21:59:59.999Z', '2026-12-31T23:00:00Z'])
      await expect(
        db().transaction(async tx => {
          await tx.execute(invoiceAt(at))
          throw new Error('taken back')
        }),
      ).rejects.toThrow('taken back')
    const kept = (table: string) => refusal('42501', `${table} is append-only`)
    for (const table of ['closed_reports', 'closed_periods']) {
      const name = sql.identifier(table)
      await expect(db().execute(sql`update ${name} set quarter = quarter`)).rejects.toEqual(kept(table))
      await expect(db().execute(sql`delete from ${name}`)).rejects.toEqual(kept(table))
    }
    await expect(db().execute(sql`truncate closed_reports`)).rejects.toEqual(kept('closed_reports'))
  })
})
