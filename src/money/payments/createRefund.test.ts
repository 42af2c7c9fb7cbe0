import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  placeOrderFor,
  providerPayments,
  refundsOf,
  setFaults,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { readAdminOrder, setOrderStatus, refundOrder } from '../../shop/orders/admin/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import type { RefundResolution } from './contract.ts'
import { listOpenRefunds, resolveRefund } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const HOUR = 3_600_000
const soon = { timeout: 30_000, interval: 50 }

/** A paid order of 20 euros. */
async function paid(): Promise<PlacedOrder> {
  const customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  return placed
}
const refund = async (orderId: string, amount = 1000): Promise<string> => {
  const { status, body } = await admin.call(refundOrder, { orderId, amount })
  expect(status).toBe(201)
  return body.refundId
}
const mend = (refundId: string, how: RefundResolution) => admin.call(resolveRefund, { refundId, how })
const refundIn = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body.refunds[0]
const untilIs = (orderId: string, state: string) =>
  vi.waitFor(async () => expect(await refundIn(orderId)).toMatchObject({ state }), soon)
const told = async (orderId: string, kind: string) =>
  (await admin.call(listNotifications)).body.filter(
    news => news.path === `/admin/orders/${orderId}` && news.type === kind,
  )
/** The reconciliation findings about refunds after this number of hours. */
const findings = async (hours = 0) => {
  const found = await findDiscrepancies(
    shop.node.platform.db,
    new Date(Date.now() + hours * HOUR + 20 * 60_000),
  )
  return found.filter(({ check }) => check !== 'refunds.credit' && check.startsWith('refunds.'))
}
const gauge = async (series: string) => {
  const text = String((await shop.newClient().request('GET', '/metrics')).body)
  return Number(new RegExp(`^gloed_${series} (\\d+)$`, 'm').exec(text)?.[1])
}

it('fails when the provider refuses it permanently, is listed, and can be sent again', async () => {
  const { orderId, payment } = await paid()
  await setFaults(shop, { httpStatus: 422 })
  const refundId = await refund(orderId)
  await untilIs(orderId, 'FAILED')
  expect(await refundIn(orderId)).toMatchObject({ failure: '422 The service is having trouble' })
  expect(await told(orderId, 'REFUND_FAILED')).toMatchObject([
    { message: expect.stringContaining('€\u00A010,00') },
  ])
  expect(await findings()).toMatchObject([{ check: 'refunds.failed', subject: refundId }])
  expect(await gauge('refunds_for_a_person{state="failed"}')).toBe(1)

  expect((await mend(refundId, 'SEND_AGAIN')).status).toBe(200)
  await vi.waitFor(async () => expect(await told(orderId, 'REFUND_FAILED')).toHaveLength(2), soon)
  await setFaults(shop, {})
  const { body } = await mend(refundId, 'SEND_AGAIN')
  const done = { how: 'SEND_AGAIN', failure: '422 The service is having trouble', userId: admin.user.id }
  expect(body).toMatchObject({ state: 'QUEUED', kind: 'ORDER', subjectId: orderId, mendings: [done, done] })
  await untilIs(orderId, 'SENT')
  expect(await findings(48)).toEqual([])
  expect((await admin.call(listOpenRefunds)).body).toEqual([])
  const atProvider = (await providerPayments(shop)).find(({ id }) => id === payment.providerId)
  expect(atProvider?.amountRefunded?.value).toBe('10.00')
  expect(await mend(refundId, 'SEND_AGAIN')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(await mend(refundId, 'BY_HAND')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

it('is retried after a temporary error, listed after a day, and not paid by hand while it may still arrive', async () => {
  const { orderId, payment } = await paid()
  await setFaults(shop, { httpStatus: 401 })
  const refundId = await refund(orderId)
  await vi.waitFor(async () => expect((await refundsOf(shop, payment.id))[0]?.triedAt).not.toBeNull(), soon)
  expect(await refundIn(orderId)).toMatchObject({ state: 'QUEUED', failedAt: null })
  expect(await findings(23)).toEqual([])
  expect(await findings(25)).toMatchObject([{ check: 'refunds.unsent', subject: refundId }])
  expect(await gauge('refunds_waiting')).toBe(1)
  expect(await mend(refundId, 'BY_HAND')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await vi.waitFor(async () => {
    clock += 120_000
    expect(await mend(refundId, 'BY_HAND')).toMatchObject({ status: 200, body: { state: 'GIVEN' } })
  }, soon)
  await setFaults(shop, {})
  expect(await findings(25)).toEqual([])
  expect(await gauge('refunds_waiting')).toBe(0)
})

it('of a manual payment requires an admin, who is notified and records it once', async () => {
  const { orderId } = await placeOrderFor(shop, await shop.newUser())
  await admin.call(setOrderStatus, { orderId, status: 'PAID' })
  const refundId = await refund(orderId)
  expect(await refundIn(orderId)).toMatchObject({ state: 'BY_HAND' })
  expect(await told(orderId, 'REFUND_BY_HAND')).toMatchObject([{ title: 'Zelf terug te betalen' }])
  expect([await gauge('refunds_waiting'), await gauge('refunds_for_a_person{state="by_hand"}')]).toEqual([
    0, 1,
  ])
  expect((await admin.call(listOpenRefunds)).body).toMatchObject([{ id: refundId, state: 'BY_HAND' }])
  expect(await findings(71)).toEqual([])
  expect(await findings(73)).toMatchObject([{ check: 'refunds.unsent', subject: refundId }])
  expect((await mend(refundId, 'SEND_AGAIN')).status).toBe(409)
  const noted = await Promise.all([1, 2, 3].map(() => mend(refundId, 'BY_HAND')))
  for (const { status, body } of noted)
    expect([status, body.state, body.mendings.length]).toEqual([200, 'GIVEN', 1])
  expect(await findings(73)).toEqual([])
  expect(await mend('0197a000-0000-7000-8000-000000000000', 'BY_HAND')).toMatchObject({ status: 404 })
})

it(
  'is made once when the response was lost and the idempotency key has expired',
  { timeout: 120_000 },
  async () => {
    const { orderId, payment } = await paid()
    const atProvider = async () =>
      (await providerPayments(shop)).find(({ id }) => id === payment.providerId)?.amountRefunded?.value
    await setFaults(shop, { hang: true })
    await refund(orderId, 700)
    await vi.waitFor(async () => expect(await atProvider()).toBe('7.00'), soon)
    expect((await shop.newClient().request('POST', '/simulator/mollie/forget-keys')).status).toBe(204)
    await setFaults(shop, {})
    await untilIs(orderId, 'SENT')
    expect(await atProvider()).toBe('7.00')
    expect(await findings(48)).toEqual([])
  },
)
