import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatorPayments, simulatorRefunds } from '../../../simulators/mollie/table.ts'
import { createShopGateway, setFaults } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readBothFiles } from '../../../tests/support/spreadsheets.ts'
import { mollieSettlements } from '../../money/payments/providers/mollie/settlements.gateway.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import * as endpoints from './contract.ts'
import { makeComparison } from './comparison.service.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2027-01-10T12:00:00Z') }
const QUARTER = '2026-Q4'
const compared = { quarter: QUARTER, provider: 'mollie' }
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db

async function pay(providerId: string, at: string, ownCents: number | null, theirCents: number | null) {
  const paidAt = new Date(at)
  const id = randomUUID()
  if (ownCents !== null)
    await db().insert(payments).values({
      id,
      kind: 'ORDER',
      subjectId: randomUUID(),
      userId: admin.user.id,
      provider: 'mollie',
      providerId,
      amountCents: ownCents,
      status: 'PAID',
      createdAt: paidAt,
      settledAt: paidAt,
      pollAt: null,
    })
  if (theirCents !== null)
    await db().insert(simulatorPayments).values({
      id: providerId,
      status: 'paid',
      statusAt: paidAt,
      currency: 'EUR',
      amountCents: theirCents,
      description: '',
      redirectUrl: 'http://x.test',
      createdAt: paidAt,
      expiresAt: paidAt,
    })
  return id
}

const report = async () =>
  (await admin.call(endpoints.readReport, { quarter: QUARTER, report: 'settlements' })).body

async function compare() {
  await admin.call(endpoints.startComparison, compared)
  await vi.waitFor(
    async () =>
      expect((await admin.call(endpoints.readComparison, { quarter: QUARTER })).body).toMatchObject([
        { isRunning: false },
      ]),
    { timeout: 20_000, interval: 50 },
  )
  return report()
}

it('are not there before they are asked for', async () => {
  await pay('tr_one', '2026-11-26T12:00:00Z', 1000, 1000)
  expect(await report()).toMatchObject({
    rows: [],
    warnings: [expect.stringContaining('De uitbetalingen van Mollie zijn nog niet opgehaald.')],
  })
})

it('have each payout of the quarter with its costs, and name the differences', async () => {
  // 120 of one day, so that the provider needs two pages.
  await db().execute(sql`
    with ours as (
      insert into payments (id, kind, subject_id, user_id, provider, provider_id, amount_cents, status, settled_at, created_at, poll_at)
      select gen_random_uuid(), 'ORDER', gen_random_uuid(), ${admin.user.id}, 'mollie', 'tr_many' || n, 100, 'PAID',
        '2026-10-05T10:00:00Z', '2026-10-05T10:00:00Z', null
      from generate_series(1, 120) n returning provider_id
    )
    insert into simulator_payments (id, status, status_at, currency, amount_cents, description, redirect_url, created_at, expires_at)
    select provider_id, 'paid', '2026-10-05T10:00:00Z', 'EUR', 100, '', 'http://x.test', '2026-10-05T10:00:00Z', '2026-10-05T10:00:00Z'
    from ours`)
  await pay('tr_strange', '2026-11-26T13:00:00Z', null, 500)
  await pay('tr_amount', '2026-11-26T14:00:00Z', 701, 700)
  // Paid in the quarter, paid out in the next.
  await pay('tr_late', '2026-12-31T12:00:00Z', 2000, 2000)
  await pay('tr_never', '2026-12-20T12:00:00Z', 3000, null)
  // Of the quarter before, paid out in this one.
  const paymentId = await pay('tr_early', '2026-09-30T12:00:00Z', 4000, 4000)
  const at = new Date('2026-11-26T15:00:00Z')
  const refund = { amountCents: 250, createdAt: at }
  await db()
    .insert(refunds)
    .values({ ...refund, paymentId, reason: '', providerId: 're_1', credits: false })
  await db()
    .insert(simulatorRefunds)
    .values({
      ...refund,
      id: 're_1',
      paymentId: 'tr_early',
      status: 'refunded',
      currency: 'EUR',
      description: '',
    })
  const table = await compare()
  const { csv, xlsx } = await readBothFiles('settlements', table)
  expect(xlsx).toEqual(csv)
  const { rows, totals, warnings } = table
  expect(rows.map(([day, , ...rest]) => [day, ...rest])).toEqual([
    ['2026-10-01', 'Betalingen', 1, null, null, 4000, null],
    ['2026-10-01', 'Kosten iDEAL', 1, 32, 7, -39, null],
    ['2026-10-06', 'Betalingen', 120, null, null, 12_000, null],
    ['2026-10-06', 'Kosten iDEAL', 120, 3840, 806, -4646, null],
    ['2026-11-27', 'Betalingen', 3, null, null, 2200, null],
    ['2026-11-27', 'Terugbetalingen', 1, null, null, -250, null],
    ['2026-11-27', 'Kosten iDEAL', 3, 96, 20, -116, null],
    ['2026-11-27', 'tr_amount', null, null, null, null, expect.stringContaining('Ander bedrag bij Mollie')],
    [
      '2026-11-27',
      'tr_strange',
      null,
      null,
      null,
      null,
      expect.stringContaining('wij kennen deze betaling niet'),
    ],
  ])
  expect(totals[6]).toBe(4000 - 39 + 12_000 - 4646 + 2200 - 250 - 116)
  expect(warnings?.map(warning => warning.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    '2 verschillen met wat wij hebben; zie Vergelijking.',
    'Langs Mollie betaald in dit kwartaal, en tot nu in geen uitbetaling: 1 betaling, € 30,00.',
  ])
})

it('stay as they were while the provider is away', async () => {
  const before = await report()
  await setFaults(shop, { httpStatus: 503 })
  expect(await compare()).toEqual(before)
  await setFaults(shop, {})
})

it('are not read with a token that is refused, or without one, which the report says', async () => {
  const gateway = createShopGateway(shop)
  const settlements = mollieSettlements({
    apiBase: () => `${shop.origin}/simulator/mollie`,
    apiKey: 'test_no_organisation',
    log: shop.node.platform.log,
  })
  await makeComparison(shop.node.platform, { ...gateway, settlements }, compared)
  expect(await report()).toMatchObject({
    rows: [],
    warnings: [expect.stringContaining('Mollie gaf de uitbetalingen niet.')],
  })
  await makeComparison(shop.node.platform, gateway, compared)
  expect(await report()).toMatchObject({
    rows: [],
    warnings: [expect.stringContaining('MOLLIE_ORGANISATION_TOKEN')],
  })
})
