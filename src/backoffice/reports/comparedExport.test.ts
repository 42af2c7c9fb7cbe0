import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buyQuickMinutes } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { controlVerotel, minutesOverVerotel, payAtVerotel } from '../../../tests/support/verotel.ts'
import { payments } from '../../money/payments/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { differenceText } from './comparison.rules.ts'
import * as endpoints from './contract.ts'

let shop: TestShop
let admin: TestUser
let ahead = 0
beforeAll(async () => {
  shop = await openShop({
    env: { ...minutesOverVerotel, VEROTEL_METHOD: 'ANY' },
    now: () => new Date(Date.now() + ahead),
  })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

async function sell(how: object = {}) {
  const purchase = await buyQuickMinutes(shop, await shop.newUser())
  await payAtVerotel(shop, purchase, how)
  return purchase.payment.providerId as string
}
const readExport = async () => (await fetch(`${shop.origin}/verotel/control-center/export.csv`)).text()

const quarter = async () => (await admin.call(endpoints.listPeriods)).body[0]?.quarter as string
const path = async (provider = 'verotel') => `/api/admin/reports/${await quarter()}/comparison/${provider}`
async function upload(text: string, who = admin) {
  const form = new FormData()
  form.append('file', new Blob([text]), 'export.csv')
  const { status, body } = await who.request('POST', await path(), form)
  return { status, body: body as endpoints.ComparisonState[] }
}
const readStates = async () => (await admin.call(endpoints.readComparison, { quarter: await quarter() })).body
const report = async (name: endpoints.ReportName) =>
  (await admin.call(endpoints.readReport, { quarter: await quarter(), report: name })).body
const countAudited = () => db().$count(auditEntries, eq(auditEntries.action, 'PAYMENTS_COMPARED'))
const never = { provider: 'verotel', isRunning: false, failure: null, comparison: null }

describe('a quarter with payments over Verotel', () => {
  it('is not compared before there is an export, and says that there are no payouts', async () => {
    await sell()
    const credited = await sell()
    await controlVerotel(shop, 'credit', { referenceID: credited, amount: '4.00' })
    const back = await sell({ method: 'CC' })
    await controlVerotel(shop, 'chargeback', { referenceID: back })
    await until(async () => expect((await report('payments')).totalRows).toBe(5))
    expect(await readStates()).toEqual([never])
    expect(new Set((await report('payments')).rows.map(row => row.at(-1)))).toEqual(
      new Set(['Niet vergeleken']),
    )
    expect((await report('settlements')).warnings).toEqual([
      expect.stringContaining('Verotel heeft geen lijst van uitbetalingen'),
    ])
  })

  it.each<[string, (csv: string) => string, string]>([
    ['a page', () => '<html></html>', 'Op de eerste regel ontbreekt: transactionID'],
    ['another website', csv => csv.replace(/100001\n(?!.)/, '100002\n'), 'Regel 6: bij shopID hoort 100001'],
    ['a broken amount', csv => csv.replace('10.00', '10'), 'Regel 2: bij priceAmount hoort'],
    ['another year', csv => csv.replaceAll(/,20\d\d-/g, ',2020-'), 'geen transactie van dit kwartaal'],
  ])('refuses %s, and nothing changes', async (_, change, message) => {
    const answer = await upload(change(await readExport()))
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { file: expect.stringContaining(message) } },
    })
    expect(await readStates()).toEqual([never])
    expect(await countAudited()).toBe(0)
  })

  it('refuses other providers, calls without a file, and customers', async () => {
    expect((await admin.request('POST', await path())).status).toBe(415)
    expect((await admin.request('POST', await path('elders'))).status).toBe(404)
    expect((await upload('', await shop.newUser())).status).toBe(403)
    expect(await readStates()).toEqual([never])
  })

  it('agrees with its export, of which nothing is kept', async () => {
    const { status, body } = await upload(await readExport())
    expect(status).toBe(200)
    const sums = { count: 5, cents: 3000 - 400 - 1000 }
    expect(body).toMatchObject([
      { provider: 'verotel', comparison: { own: sums, provider: sums, differences: [] } },
    ])
    expect(new Set((await report('payments')).rows.map(row => row.at(-1)))).toEqual(new Set(['Klopt']))
    const kept = await queryRows(db(), sql`select content from payment_comparisons`)
    expect(kept).toEqual([{ content: { own: sums, provider: sums, differences: [], settlements: null } }])
  })

  it('names each difference with its provider', async () => {
    const id = randomUUID()
    const at = new Date()
    await db().insert(payments).values({
      id,
      kind: 'MINUTES',
      subjectId: id,
      userId: admin.user.id,
      provider: 'verotel',
      providerId: 'ref-ours',
      amountCents: 500,
      status: 'PAID',
      createdAt: at,
      settledAt: at,
      pollAt: null,
    })
    const time = at.toISOString()
    const [first = '', ...lines] = (await readExport()).trim().split('\n')
    const theirs = [
      first,
      ...lines.map(line => (line.includes('credit') ? line.replace('4.00', '4.01') : line)),
      `9,91,ref-theirs,purchase,,,${time},7.00,EUR,CC,100001`,
      `9,92,ref-theirs,purchase,credit,91,${time},7.00,EUR,CC,100001`,
    ].join('\n')
    const [state] = (await upload(theirs)).body
    const texts = state?.comparison?.differences.map(each => differenceText(each, 'Verotel', day => day))
    expect(texts?.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'Alleen bij Verotel: wij kennen deze betaling niet',
      'Alleen bij Verotel: wij kennen deze terugbetaling niet',
      'Ander bedrag bij Verotel',
      'Verotel kent deze betaling niet',
    ])
    const { rows } = await report('payments')
    expect(rows.find(row => row.includes('ref-theirs'))).toEqual(
      expect.arrayContaining(['Verotel', 700, 'Alleen bij Verotel: wij kennen deze betaling niet']),
    )
    expect(await countAudited()).toBe(2)
  })

  it('stays as it was once it is closed', async () => {
    const closed = await quarter()
    const before = await readStates()
    await db()
      .delete(payments)
      .where(sql`provider_id = 'ref-ours'`)
    ahead = 100 * 24 * 3_600_000
    await db()
      .update(loginSessions)
      .set({ confirmedAt: new Date(Date.now() + ahead), expiresAt: new Date(Date.now() + 2 * ahead) })
    expect(await admin.call(endpoints.closePeriod, { quarter: closed })).toMatchObject({ status: 200 })
    const form = new FormData()
    form.append('file', new Blob([await readExport()]), 'export.csv')
    expect(
      await admin.request('POST', `/api/admin/reports/${closed}/comparison/verotel`, form),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining('Dit kwartaal is gesloten.') } })
    expect((await admin.call(endpoints.readComparison, { quarter: closed })).body).toEqual(before)
  })
})
