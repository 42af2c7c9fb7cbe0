import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  simulatorChargebacks,
  simulatorPayments,
  simulatorRefunds,
} from '../../../simulators/mollie/table.ts'
import { setFaults } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { loginSessions } from '../../people/accounts/table.ts'
import { differenceText } from './comparison.rules.ts'
import * as endpoints from './contract.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-12-30T12:00:00Z') }
const QUARTER = '2026-Q4'
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const inside = new Date('2026-11-26T12:00:00Z')
const later = new Date('2027-01-01T00:10:00Z')

/** A payment of ours and one of the provider; each as given, or not there at all. */
async function plant(
  providerId: string,
  ours: Partial<typeof payments.$inferInsert> | null,
  theirs: Partial<typeof simulatorPayments.$inferInsert> | null,
): Promise<string> {
  const id = randomUUID()
  const paid = { kind: 'ORDER', provider: 'mollie', amountCents: 1000, status: 'PAID', pollAt: null } as const
  if (ours)
    await db()
      .insert(payments)
      .values({
        ...paid,
        id,
        providerId,
        subjectId: randomUUID(),
        userId: admin.user.id,
        createdAt: inside,
        settledAt: inside,
        ...ours,
      })
  if (theirs)
    await db()
      .insert(simulatorPayments)
      .values({
        id: providerId,
        status: 'paid',
        statusAt: inside,
        currency: 'EUR',
        amountCents: 1000,
        description: 'Gloed',
        redirectUrl: shop.origin,
        createdAt: inside,
        expiresAt: later,
        ...theirs,
      })
  return id
}

async function plantRefund(
  paymentId: string,
  providerId: string,
  ours: Partial<typeof refunds.$inferInsert> | null,
  theirs: Partial<typeof simulatorRefunds.$inferInsert> | null,
): Promise<void> {
  const common = { paymentId, amountCents: 300, reason: '', createdAt: inside, credits: false }
  if (ours)
    await db()
      .insert(refunds)
      .values({ ...common, providerId, ...ours })
  if (theirs)
    await db()
      .insert(simulatorRefunds)
      .values({
        id: providerId,
        paymentId: 'tr_refunded',
        status: 'refunded',
        amountCents: 300,
        currency: 'EUR',
        description: '',
        createdAt: inside,
        ...theirs,
      })
}

/** A hundred and fifty that are the same, so that the provider needs two pages, and one of each that differs. */
async function plantDifferences(): Promise<void> {
  await plant('tr_only_theirs', null, {})
  await plant('tr_only_ours', {}, null)
  await plant('tr_failed_there', {}, { status: 'failed' })
  const problem = { status: 'OPEN', settledAt: null, problem: 'planted' } as const
  await plant('tr_open_here', problem, {})
  await plant('tr_amount', { amountCents: 1001 }, {})
  await plant('tr_currency', {}, { currency: 'USD' })
  await plant('tr_quarter', { settledAt: later }, {})
  await plant('tr_lost_answer', { ...problem, providerId: null }, null)
  await db().execute(sql`
    with ours as (
      insert into payments (id, kind, subject_id, user_id, provider, provider_id, amount_cents, status, settled_at, created_at, poll_at)
      select gen_random_uuid(), 'ORDER', gen_random_uuid(), ${admin.user.id}, 'mollie', 'tr_same' || n, 100 + n, 'PAID',
        ${inside.toISOString()}::timestamptz, ${inside.toISOString()}::timestamptz, null
      from generate_series(1, 150) n returning provider_id, amount_cents
    )
    insert into simulator_payments (id, status, status_at, currency, amount_cents, description, redirect_url, created_at, expires_at)
    select provider_id, 'paid', ${inside.toISOString()}, 'EUR', amount_cents, '', 'http://x.test', ${inside.toISOString()}, ${inside.toISOString()}
    from ours`)
  const paymentId = await plant('tr_refunded', { amountCents: 9000 }, { amountCents: 9000 })
  await plantRefund(paymentId, 're_same', {}, {})
  await plantRefund(paymentId, 're_on_its_way', {}, { status: 'pending' })
  await plantRefund(paymentId, 're_only_theirs', null, {})
  await plantRefund(paymentId, 're_only_ours', {}, null)
  await plantRefund(paymentId, 're_amount', { amountCents: 299 }, {})
  await plantRefund(paymentId, 're_failed_there', {}, { status: 'failed' })
  await plantRefund(paymentId, 're_failed_here', { failedAt: inside, failure: 'x' }, {})
  await plantRefund(paymentId, 're_credit', { destination: 'CREDIT' }, null)
  await plantRefund(paymentId, 're_unsent', { providerId: null, triedAt: later }, null)
  await plantChargebacks()
}

async function plantChargebacks(): Promise<void> {
  const theirs = (paymentId: string, id: string, amountCents: number, reversedAt: Date | null = null) =>
    db()
      .insert(simulatorChargebacks)
      .values({ id, paymentId, amountCents, currency: 'EUR', createdAt: inside, reversedAt })
  const ours = (paymentId: string, cents: number) =>
    db().insert(chargebacks).values({ paymentId, amountCents: cents, totalCents: cents, createdAt: inside })
  const same = await plant('tr_back', {}, {})
  await ours(same, 1000)
  await theirs('tr_back', 'chb_1', 600)
  await theirs('tr_back', 'chb_2', 400)
  await plant('tr_back_there', {}, {})
  await theirs('tr_back_there', 'chb_3', 1000)
  const reversed = await plant('tr_back_reversed', {}, {})
  await ours(reversed, 1000)
  await theirs('tr_back_reversed', 'chb_4', 1000, later)
}

const readState = async () => {
  const [state] = (await admin.call(endpoints.readComparison, { quarter: QUARTER })).body
  return state as endpoints.ComparisonState
}
const start = () => admin.call(endpoints.startComparison, { quarter: QUARTER, provider: 'mollie' })
const compare = async () => {
  expect(await start()).toMatchObject({ status: 200, body: [{ isRunning: true }] })
  return vi.waitFor(
    async () => {
      const state = await readState()
      expect(state.isRunning).toBe(false)
      return state
    },
    { timeout: 20_000, interval: 50 },
  )
}
const report = async () =>
  (await admin.call(endpoints.readReport, { quarter: QUARTER, report: 'payments' })).body

it('has not been compared until someone asks', async () => {
  await plantDifferences()
  expect(await readState()).toEqual({
    provider: 'mollie',
    isRunning: false,
    failure: null,
    comparison: null,
  })
  const { rows } = await report()
  const verdicts = rows.map(row => row.at(-1)).filter(verdict => verdict !== null)
  expect(new Set(verdicts)).toEqual(new Set(['Niet vergeleken']))
})

it('says when the provider is away, and leaves the report as it was', async () => {
  await setFaults(shop, { httpStatus: 503 })
  const state = await compare()
  expect(state).toMatchObject({ comparison: null, failure: { reason: 'UNAVAILABLE' } })
  expect((await report()).totalRows).toBeGreaterThan(150)
  await setFaults(shop, {})
})

it('names each planted difference, and no other', async () => {
  const { comparison, failure } = await compare()
  expect(failure).toBeNull()
  const named = comparison?.differences.map(difference => [
    difference.providerId,
    differenceText(difference, 'Mollie', day => day),
  ])
  expect(Object.fromEntries(named ?? [])).toEqual({
    tr_only_theirs: 'Alleen bij Mollie: wij kennen deze betaling niet',
    tr_only_ours: 'Mollie kent deze betaling niet',
    tr_failed_there: 'Bij ons betaald, bij Mollie niet',
    tr_open_here: 'Bij Mollie betaald, bij ons niet',
    tr_amount: 'Ander bedrag bij Mollie',
    tr_currency: 'Andere munt bij Mollie: USD',
    tr_quarter: 'Bij ons op 2027-01-01, in een ander kwartaal',
    re_only_theirs: 'Alleen bij Mollie: wij kennen deze terugbetaling niet',
    re_only_ours: 'Mollie kent deze terugbetaling niet',
    re_amount: 'Ander bedrag bij Mollie',
    re_failed_there: 'Bij Mollie mislukt',
    re_failed_here: 'Bij Mollie terugbetaald, bij ons mislukt of met de hand gedaan',
    null: 'Nog niet door Mollie aangenomen',
    chb_3: 'Alleen bij Mollie: wij kennen deze terugboeking niet',
    chb_4: 'De bank draaide deze terugboeking weer terug',
  })
  expect(named).toHaveLength(15)
  expect(comparison?.totalDifferences).toBe(15)
})

it('has them in the report and its files, beside the right payments', async () => {
  const { totalRows, columns } = await report()
  expect(columns.map(({ name }) => name).slice(-3)).toEqual(['Bedrag', 'Bij betaalprovider', 'Vergelijking'])
  const response = await fetch(new URL(endpoints.reportFilePath(QUARTER, 'payments', 'csv'), shop.origin), {
    headers: { cookie: admin.cookie() },
  })
  const lines = (await response.text()).trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(totalRows)
  const line = (id: string) => lines.find(each => each.includes(`"${id}"`))
  expect(line('tr_same7')).toContain('"1,07";"1,07";"Klopt"')
  expect(line('tr_amount')).toContain('"10,01";"10,00";"Ander bedrag bij Mollie"')
  expect(line('tr_only_theirs')).toContain(';;"10,00";"Alleen bij Mollie')
  expect(line('tr_only_ours')).toContain('"10,00";;"Mollie kent deze betaling niet"')
  expect(line('tr_quarter')).toContain(';;"10,00";"Bij ons op 01-01-2027')
  expect(line('re_failed_here')).toContain(';"-3,00";"Bij Mollie terugbetaald')
  // The amount of a chargeback that the bank reversed came back: our lines add up to the provider's.
  expect(lines.find(each => each.includes('teruggedraaid"') && each.includes('"chb_4"'))).toContain(
    '"10,00";;"Staat bij Mollie bij wat het terugdraait"',
  )
  expect(line('re_credit')).toContain('"Tegoed";"re_credit";"-3,00";;')
  expect(lines.filter(each => each.endsWith('"Klopt"')).length).toBe(150 + 7)
  const xlsx = await fetch(new URL(endpoints.reportFilePath(QUARTER, 'payments', 'xlsx'), shop.origin), {
    headers: { cookie: admin.cookie() },
  })
  const files = unzipSync(new Uint8Array(await xlsx.arrayBuffer()))
  const texts = Object.values(files)
    .map(bytes => new TextDecoder().decode(bytes))
    .join('')
  expect(texts).toContain('Ander bedrag bij Mollie')
})

it('keeps the last that went well when the next does not', async () => {
  const before = await readState()
  await setFaults(shop, { malformed: true })
  const state = await compare()
  expect(state).toEqual({ ...before, failure: { reason: 'UNAVAILABLE', failedAt: expect.any(String) } })
  await setFaults(shop, {})
})

it('stays as it was of a closed quarter', async () => {
  await compare()
  await db()
    .update(payments)
    .set({ problem: null, status: 'FAILED', settledAt: inside })
    .where(eq(payments.status, 'OPEN'))
  clock.at = Date.parse('2027-01-02T12:00:00Z')
  await db()
    .update(loginSessions)
    .set({ confirmedAt: new Date(clock.at) })
  const before = await report()
  expect(await admin.call(endpoints.closePeriod, { quarter: QUARTER })).toMatchObject({ status: 200 })
  expect(await start()).toMatchObject({
    status: 409,
    body: { message: 'Dit kwartaal is gesloten. Wat er vergeleken is, blijft zoals het is.' },
  })
  expect(await report()).toEqual(before)
  expect((await readState()).comparison?.totalDifferences).toBe(15)
  const change = db().execute(sql`update payment_comparisons set content = null`)
  await expect(change).rejects.toThrow('Failed query')
})

it('is for admins', async () => {
  const customer = await shop.newUser()
  expect(
    (await customer.call(endpoints.startComparison, { quarter: QUARTER, provider: 'mollie' })).status,
  ).toBe(403)
  expect((await admin.request('POST', '/api/admin/reports/2026-Q9/comparison/mollie')).status).toBe(404)
})
