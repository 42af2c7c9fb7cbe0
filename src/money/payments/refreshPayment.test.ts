import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  createShopGateway,
  engineOf,
  createShopGateways,
  paymentsOf,
  placeOrderFor,
  setFaults,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { readAdminOrder, setOrderStatus } from '../../shop/orders/admin/contract.ts'
import { payments } from './table.ts'
import { reconcilePayments } from './reconcile.service.ts'

/** Paid payments whose webhooks are all lost. */
const DAY = 24 * 3_600_000
let shop: TestShop
let clock = Date.now()
beforeAll(async () => void (shop = await openShop({ now: () => new Date(clock) })))
// Payments of earlier tests must not be due in this one.
beforeEach(async () => void (await shop.node.platform.db.update(payments).set({ pollAt: null })))
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

async function paid() {
  const customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  await setFaults(shop, { dropWebhooks: true })
  return placed
}
/** Polls, and returns the payments that were fetched from the provider. */
async function asked(): Promise<(string | undefined)[]> {
  const gateway = createShopGateway(shop)
  const fetch = vi.fn<typeof gateway.fetch>((...which) => gateway.fetch(...which))
  await reconcilePayments(engineOf(shop, createShopGateways(shop, { ...gateway, fetch })))
  return fetch.mock.calls.map(([providerId]) => providerId)
}

it('are fetched after 1, 3, 7, 30 and 90 days, and not again', async () => {
  const { payment } = await paid()
  const begun = clock
  for (const days of [1, 3, 7, 30, 90]) {
    clock = begun + days * DAY - 60_000
    expect(await asked()).toEqual([])
    clock = begun + days * DAY + 60_000
    expect(await asked()).toEqual([payment.providerId])
    expect(await asked()).toEqual([])
  }
  clock = begun + 1000 * DAY
  expect(await asked()).toEqual([])
})

it('record chargebacks and refunds made meanwhile', async () => {
  const { orderId, payment } = await paid()
  const control = async (path: string, body: object) =>
    (await shop.newClient().request('POST', `/simulator/mollie/${path}`, body)).body as { id: string }
  const of = (value: string) => ({ id: payment.providerId, amount: { currency: 'EUR', value } })
  await control('chargeback', of('12.00'))
  const { id } = await control('refund', of('3.00'))
  await control('refund-status', { id, status: 'refunded' })
  clock += DAY + 60_000
  await asked()
  const admin = await shop.newUser('ADMIN')
  const { body } = await admin.call(readAdminOrder, { orderId })
  expect(body).toMatchObject({ chargebacks: [{ amountCents: 1200 }], refunds: [{ amountCents: 300 }] })
})

it('are fetched in small batches, each once across nodes, and later when the provider is unavailable', async () => {
  const all = []
  for (let made = 0; made < 10; made += 1) all.push((await paid()).payment)
  clock += DAY + 60_000
  const first = (await Promise.all([asked(), asked()])).flat()
  expect([first.length, new Set(first).size]).toEqual([10, 10])
  clock += 2 * DAY
  await setFaults(shop, { httpStatus: 503, dropWebhooks: true })
  await asked()
  await setFaults(shop, { dropWebhooks: true })
  const ids = all.map(({ id }) => id)
  const next = await shop.node.platform.db.select().from(payments).where(inArray(payments.id, ids))
  expect(next.filter(({ pollAt }) => Number(pollAt) > clock)).toHaveLength(8)
  expect(await asked()).toHaveLength(2)
})

it('exclude payments without a provider', async () => {
  const { orderId } = await placeOrderFor(shop, await shop.newUser())
  const [open] = await paymentsOf(shop, orderId)
  const admin = await shop.newUser('ADMIN')
  await admin.call(setOrderStatus, { orderId, status: 'PAID' })
  await shop.node.platform.db.delete(payments).where(eq(payments.id, open?.id as string))
  clock += DAY + 60_000
  await asked()
  expect(await asked()).toEqual([])
})
