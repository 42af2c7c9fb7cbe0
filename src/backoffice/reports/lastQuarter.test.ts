import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createShopGateways, setFaults } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { payments } from '../../money/payments/table.ts'
import * as endpoints from './contract.ts'
import { compareLastQuarter } from './lastQuarter.service.ts'

let shop: TestShop
let admin: TestUser
const clock = { at: Date.parse('2026-10-03T12:00:00Z') }
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const pay = (provider: string, settledAt: string) =>
  shop.node.platform.db.insert(payments).values({
    kind: 'ORDER',
    subjectId: randomUUID(),
    userId: admin.user.id,
    provider,
    providerId: `tr_${settledAt}`,
    amountCents: 1000,
    status: 'PAID',
    createdAt: new Date(settledAt),
    settledAt: new Date(settledAt),
    pollAt: null,
  })

/** The text that an admin reads on a day once the clock has done its work, and nothing is being compared. */
async function onDay(day: string, quarter = '2026-Q3') {
  clock.at = Date.parse(`${day}T05:00:00Z`)
  await compareLastQuarter(shop.node.platform, createShopGateways(shop))
  return vi.waitFor(
    async () => {
      const { body } = await admin.call(endpoints.readComparison, { quarter })
      expect(body.filter(({ isRunning }) => isRunning)).toEqual([])
      return body
    },
    { timeout: 20_000, interval: 50 },
  )
}

it('is compared by itself some days after its end, again after a failure, and then no more', async () => {
  await pay('mollie', '2026-09-30T12:00:00Z')
  const never = { provider: 'mollie', isRunning: false, failure: null, comparison: null }
  expect(await onDay('2026-10-03')).toEqual([never])
  await setFaults(shop, { httpStatus: 503 })
  expect(await onDay('2026-10-05')).toMatchObject([{ comparison: null, failure: { reason: 'UNAVAILABLE' } }])
  await setFaults(shop, {})
  const compared = await onDay('2026-10-06')
  expect(compared).toMatchObject([{ failure: null, comparison: { own: { count: 1 }, totalDifferences: 1 } }])
  expect(await onDay('2026-10-07')).toEqual(compared)
})

it('is not, when nothing of it was paid at the provider', async () => {
  await pay('manual', '2026-12-30T12:00:00Z')
  expect(await onDay('2027-01-06', '2026-Q4')).toEqual([])
})
