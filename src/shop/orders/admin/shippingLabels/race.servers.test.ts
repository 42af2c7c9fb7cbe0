import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carrierOf, companyAddress } from '../../../../../tests/support/carrier.ts'
import { createCustomers, type TestCustomer } from '../../../../../tests/support/customers.ts'
import { placeOrderFor } from '../../../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../../../tests/support/shop.ts'
import { openPostgres } from '../../../../platform/db/postgres/openPostgres.ts'
import { sendcloudGateway } from '../../../shipping/sendcloud.gateway.ts'
import { setOrderStatus } from '../contract.ts'
import { cancelLabel, makeLabels } from './contract.ts'
import { makeLabel } from './make.service.ts'
import { shippingLabels } from './table.ts'

/** Two admins, two jobs, and a label that is cancelled while it is made. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admins: TestUser[]
let carrier: ReturnType<typeof carrierOf>
const ROUNDS = 8
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), env: companyAddress })
  crowd = await createCustomers(shop, ROUNDS)
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
  carrier = carrierOf(shop)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const admin = (index: number) => admins[index % 2] as TestUser
const gateway = () =>
  sendcloudGateway({
    apiBase: () => `${shop.origin}/simulator/sendcloud`,
    publicKey: 'simulator',
    secretKey: 'simulator',
    webhookKey: 'simulator',
    log: shop.node.platform.log,
  })

async function paidOrders(): Promise<string[]> {
  const placed = await Promise.all(crowd.map(buyer => placeOrderFor(shop, buyer)))
  for (const { orderId } of placed) await admin(0).call(setOrderStatus, { orderId, status: 'PAID' })
  return placed.map(({ orderId }) => orderId)
}
const labelsOf = (orderIds: string[]) =>
  shop.node.platform.db.select().from(shippingLabels).where(inArray(shippingLabels.orderId, orderIds))

it('makes one label of each order that two admins ask for at once', async () => {
  const orderIds = await paidOrders()
  const answers = await Promise.all(
    [0, 1, 2, 3].map(index =>
      admin(index).call(makeLabels, {
        orderIds: index % 2 ? orderIds : orderIds.toReversed(),
        carrier: 'postnl',
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const made = answers.flatMap(({ body }) => body).filter(({ label }) => label !== null)
  expect(made).toHaveLength(ROUNDS)
  expect(await labelsOf(orderIds)).toHaveLength(ROUNDS)
  await expect
    .poll(async () => (await labelsOf(orderIds)).map(({ status }) => status), { timeout: 30_000 })
    .toEqual(orderIds.map(() => 'MADE'))
  const parcels = await carrier.parcels()
  for (const { id } of await labelsOf(orderIds))
    expect(parcels.filter(({ externalReference }) => externalReference === id)).toHaveLength(1)
})

it('asks the carrier once for a label that several jobs are about to make', async () => {
  const orderIds = await paidOrders()
  const { db } = shop.node.platform
  const rows = await db
    .insert(shippingLabels)
    .values(
      orderIds.map(orderId => ({
        orderId,
        kind: 'SHIPMENT' as const,
        carrier: 'dhl' as const,
        weightGrams: 500,
      })),
    )
    .returning({ id: shippingLabels.id })
  await Promise.all(
    rows.flatMap(({ id }) =>
      [0, 1, 2].map(() => makeLabel(shop.node.platform, gateway(), id).catch(() => undefined)),
    ),
  )
  const parcels = await carrier.parcels()
  for (const { id } of rows)
    expect(parcels.filter(({ externalReference }) => externalReference === id)).toHaveLength(1)
})

it('leaves no label at the carrier of one that is cancelled while it is made', async () => {
  const orderIds = await paidOrders()
  const results = (await admin(0).call(makeLabels, { orderIds, carrier: 'dpd' })).body
  await Promise.all(
    results.map(({ label }, index) => admin(index).call(cancelLabel, { labelId: label?.id as string })),
  )
  await expect
    .poll(async () => (await labelsOf(orderIds)).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(orderIds.map(() => 'CANCELLED'))
  const ids = new Set(results.map(({ label }) => label?.id))
  const left = (await carrier.parcels()).filter(
    ({ externalReference, statusId }) => ids.has(externalReference ?? '') && statusId !== 2000,
  )
  expect(left).toEqual([])
})
