import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import {
  agePayments,
  callWebhook,
  createShopGateway,
  createShopGateways,
  engineOf,
  paymentsOf,
  placeOrderFor,
  providerPayments,
  quickPackage,
  refundsOf,
  setFaults,
} from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { orders } from '../../shop/orders/table.ts'
import { hasLiveSession } from '../../live/sessions/service.ts'
import { beginMinutesPurchase } from '../minutes/purchase.service.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { retryOrderPayment } from '../../shop/orders/payAgain.service.ts'
import { minutePurchases } from '../minutes/table.ts'
import { reconcilePayments } from './reconcile.service.ts'

/** Nodes on one database, whose clocks are right, an hour ahead and an hour behind. */
const HOUR_MS = 3_600_000
let postgres: SharedPostgres
let right: TestShop
let ahead: TestShop
let behind: TestShop
let crowd: TestCustomer[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  const open = async (offsetMs: number) =>
    openShop({ database: await openPostgres(url), now: () => new Date(Date.now() + offsetMs) })
  right = await open(0)
  ahead = await open(HOUR_MS)
  behind = await open(-HOUR_MS)
  crowd = await createCustomers(right, 4)
})
afterAll(async () => {
  await Promise.all([right, ahead, behind].map(shop => shop.close()))
  await postgres.close()
})

const db = () => right.node.platform.db
const nodes = () => ({ right, ahead, behind })
/** Polls at a node; the provider's clock is right. */
const pollAt = (shop: TestShop) => reconcilePayments(engineOf(shop, createShopGateways(right)))
const purchaseOf = async (id: string) =>
  (await db().select().from(minutePurchases).where(eq(minutePurchases.id, id)))[0]

/** A provider that answers to a new payment after a poll at a node. */
function gatewaysWithPoll(poller: TestShop) {
  const gateway = createShopGateway(right)
  return createShopGateways(right, {
    ...gateway,
    async create(wanted) {
      const created = await gateway.create(wanted)
      await pollAt(poller)
      return created
    },
  })
}

describe('a payment that is just starting', () => {
  it.each([
    ['right', 'ahead'],
    ['behind', 'right'],
  ] as const)('at a node whose clock is %s is not expired by one that is %s', async (starter, poller) => {
    const { [starter]: shop, [poller]: other } = nodes()
    const { userId } = crowd[starter === 'right' ? 0 : 1] as TestCustomer
    const key = { userId, key: crypto.randomUUID(), operation: 'minutes', input: quickPackage }
    const { platform } = shop.node
    const sessions = { hasLiveSession, setPaying: async () => undefined }
    const start = () => beginMinutesPurchase(platform, gatewaysWithPoll(other), sessions, quickPackage, key)
    const { purchaseId, paymentUrl } = await start()
    await completePayment(paymentUrl as string, 'paid')
    expect((await paymentsOf(right, purchaseId))[0]).toMatchObject({ status: 'PAID' })
    expect(await purchaseOf(purchaseId)).toMatchObject({ status: 'PAID' })
  })

  it('and failed at the provider is continued with the same key after a poll', async () => {
    const buyer = crowd[2] as TestCustomer
    const key = { 'idempotency-key': crypto.randomUUID() }
    await setFaults(right, { httpStatus: 503 })
    const refused = await buyer.call(purchaseMinutes, quickPackage, key)
    expect(refused.status).toBe(503)
    await pollAt(ahead)
    await setFaults(right, {})
    expect(await buyer.call(purchaseMinutes, quickPackage, key)).toMatchObject({
      status: 201,
      body: { purchaseId: refused.body.purchaseId },
    })
  })
})

it('a payment that was expired, and of which the provider says that it is paid, is completed', async () => {
  const buyer = crowd[3] as TestCustomer
  await setFaults(right, { malformed: true })
  const { body } = await buyer.call(purchaseMinutes, quickPackage)
  await setFaults(right, {})
  const { purchaseId } = body
  await agePayments(db(), 31)
  await pollAt(ahead)
  const [expired] = await paymentsOf(right, purchaseId)
  expect(expired).toMatchObject({ status: 'EXPIRED', providerId: null })
  expect(await purchaseOf(purchaseId)).toMatchObject({ status: 'CANCELLED' })
  const there = (await providerPayments(right)).find(({ metadata }) =>
    JSON.stringify(metadata).includes(expired?.id as string),
  )
  await completePayment(there?._links.checkout?.href as string, 'paid')
  await callWebhook(right, there?.id as string)
  expect((await paymentsOf(right, purchaseId))[0]).toMatchObject({ status: 'PAID' })
  expect(await purchaseOf(purchaseId)).toMatchObject({ status: 'PAID' })
  expect(await refundsOf(right, expired?.id as string)).toEqual([])
})

it('an order’s newest attempt is the one that began last, whatever the clocks of the nodes', async () => {
  const buyer = (await createCustomers(ahead, 1))[0] as TestCustomer
  const { orderId, payment, paymentUrl } = await placeOrderFor(ahead, buyer)
  const { node } = right
  const again = await retryOrderPayment(node.platform, createShopGateways(right), buyer.userId, orderId)
  await completePayment(paymentUrl, 'failed')
  await callWebhook(right, payment.providerId)
  const statusOf = async () => (await db().select().from(orders).where(eq(orders.id, orderId)))[0]?.status
  expect(await statusOf()).toBe('PENDING')
  await completePayment(again.paymentUrl, 'paid')
  expect(await statusOf()).toBe('PAID')
})

it('nothing is lost', async () => {
  expect(await findDiscrepancies(db(), new Date(Date.now() + 2 * HOUR_MS))).toEqual([])
})
