import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addShownReview,
  caseToken,
  newestCase,
  sendReport,
  visitorReport,
} from '../../../tests/support/contentReports.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { appealDecision } from '../../people/contentReports/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'
import { decideContentCase, readCompliance, readTransparencyReport } from './contract.ts'

let shop: TestShop
let admin: TestUser
let clock = Date.parse('2026-11-16T09:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const read = async (month: string) => (await admin.call(readCompliance, { month })).body

it('a month without anything has no rows, and one that has not begun or is none is refused', async () => {
  const none = { count: 0, late: 0 }
  expect(await read('2026-10')).toEqual({
    reports: [],
    decided: none,
    waiting: none,
    applications: { accepted: 0, refused: 0 },
    sessions: { begun: 0, withConsent: 0, endedByAdmin: 0 },
    providers: [],
  })
  expect(await admin.call(readCompliance, { month: '2026-12' })).toMatchObject({
    status: 400,
    body: { fields: { month: 'Deze maand is nog niet begonnen.' } },
  })
  for (const month of ['2026-13', '2026', '26-11', '2026-11-01', "2026-1'", undefined])
    expect(await admin.call(readCompliance, { month })).toMatchObject({
      status: 400,
      body: { fields: { month: 'Kies een maand, zoals 2026-11.' } },
    })
})

it('reports, decisions and appeals count in the month in which each happened', async () => {
  const { reviewId } = await addShownReview(shop, await shop.newUser())
  await sendReport(shop.newClient(), visitorReport(reviewId, { reason: 'MINOR' }))
  const statement = { ground: 'TERMS', rule: 'Artikel 9', reasons: 'Dit beledigt iemand.' }
  const decide = async (decision: string) => {
    const { id: caseId, version } = await newestCase(shop, admin)
    expect((await admin.call(decideContentCase, { caseId, version, decision, ...statement })).status).toBe(
      201,
    )
    return caseId
  }
  const [none, one, late] = [
    { count: 0, late: 0 },
    { count: 1, late: 0 },
    { count: 1, late: 1 },
  ]
  expect(await read('2026-11')).toMatchObject({ decided: none, waiting: one })
  clock += 3 * 3_600_000
  const caseId = await decide('KEEP')
  expect(await read('2026-11')).toMatchObject({ decided: one, waiting: none })

  clock = Date.parse('2026-11-30T22:59:00Z')
  const token = await caseToken(shop, caseId, 'REPORTER')
  const appeal = { token, text: 'Het is wel een kind.' }
  expect((await shop.newClient().call(appealDecision, appeal)).status).toBeLessThan(300)
  clock = Date.parse('2026-12-20T09:00:00Z')
  expect(await read('2026-11')).toMatchObject({ decided: one, waiting: one })
  expect(await read('2026-12')).toMatchObject({ decided: none, waiting: late })
  await decide('REMOVE')
  expect(await read('2026-12')).toMatchObject({ reports: [], decided: late, waiting: none })
  const { reports, ...counted } = await read('2026-11')
  expect(counted).toMatchObject({ decided: one, waiting: one })
  expect(reports.map(({ reason }) => reason)).toEqual(['MINOR', null])
  expect(reports.at(-1)).toMatchObject({ reports: 1, removed: 1, overturned: 1, longestHours: 3 })
  // The same rows as in the numbers of the year.
  expect((await admin.call(readTransparencyReport, { year: 2026 })).body).toEqual(reports)
})

it('refunds and chargebacks are counted too', async () => {
  clock = Date.parse('2027-01-12T09:00:00Z')
  const customer = await shop.newUser()
  const { orderId, paymentUrl, payment } = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  await admin.call(refundOrder, { orderId, amount: 500 })
  const chargeback = { id: payment.providerId, amount: { currency: 'EUR', value: '7.50' } }
  await shop.newClient().request('POST', '/simulator/mollie/chargeback', chargeback)
  const { providers } = await read('2027-01')
  expect(providers).toEqual([
    {
      name: 'Mollie',
      payments: { count: 1, cents: 2000 },
      refunds: { count: 1, cents: 500 },
      chargebacks: { count: 1, cents: 750 },
    },
  ])
})
