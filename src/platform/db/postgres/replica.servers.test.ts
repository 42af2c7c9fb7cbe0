import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  openPostgresServer,
  type PostgresReplica,
  type PostgresServer,
} from '../../../../tests/support/postgres.ts'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { addProduct, buyProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes } from '../../../../tests/support/toys.ts'
import { readUser } from '../../../people/accounts/contract.ts'
import { readStats } from '../../../backoffice/stats/contract.ts'
import { readProduct } from '../../../shop/products/catalog/contract.ts'
import { listOrders } from '../../../shop/orders/contract.ts'
import { isDatabaseUnavailable } from '../databaseErrors.ts'
import { openPostgres } from './openPostgres.ts'
import { createPipeline } from './pipeline.ts'
import { requirePrimary } from './primary.ts'
import { queryRow } from '../sql.ts'

let postgres: PostgresServer
let replica: PostgresReplica
let url: string
let replicaUrl: string
let shop: TestShop
const errors: Error[] = []
const timesLost = () => errors.filter(({ message }) => message.startsWith('the replica ')).length
const usedMetric = async () =>
  /^gloed_replica_used (\d)$/m.exec(String((await shop.newClient().request('GET', '/metrics')).body))?.[1]
beforeAll(async () => {
  postgres = await openPostgresServer()
  url = await postgres.create()
  replica = await postgres.replicate()
  replicaUrl = replica.urlOf(url)
  shop = await openShop({
    database: await openPostgres(url, { replicaUrl, onError: error => errors.push(error) }),
  })
})
afterAll(async () => {
  await shop.close()
  await replica.close()
  await postgres.close()
})

const isOnReplica = async () => {
  const answer = await queryRow<{ standby: boolean }>(
    shop.node.platform.staleReads('visitors'),
    sql`select pg_is_in_recovery() as standby`,
  )
  return answer?.standby
}
const countOrders = async () => {
  const statement = sql`select count(*)::int as n from orders`
  return (await queryRow<{ n: number }>(shop.node.platform.staleReads('visitors'), statement)).n
}
const onReplica = async (text: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: replicaUrl })
  await client.connect()
  try {
    return (await client.query<{ n: unknown }>(text)).rows[0]?.n
  } finally {
    await client.end()
  }
}
const untilReplayed = (text: string, expected: unknown) =>
  vi.waitFor(async () => expect(await onReplica(text)).toBe(expected), { timeout: 10_000, interval: 50 })
const untilOnReplica = (expected: boolean) =>
  vi.waitFor(async () => expect(await isOnReplica()).toBe(expected), { timeout: 30_000, interval: 100 })

it('reads reports from the replica, and a statement that is wrong fails there', async () => {
  await untilOnReplica(true)
  const wrong = shop.node.platform.staleReads('visitors').execute(sql`select no_such_column`)
  await expect(wrong).rejects.toMatchObject({ cause: { code: '42703' } })
  expect(await isOnReplica()).toBe(true)
})

it('shows what was bought at once while the replica stands still, and leaves it when it is too far behind', async () => {
  await untilOnReplica(true)
  const admin = await shop.newUser('ADMIN')
  const [buyer] = (await createCustomers(shop, 1)) as [TestCustomer]
  const { id: productId } = await addProduct(shop, { stock: 5 })
  await untilReplayed(`select count(*)::int as n from products where id = '${productId}'`, 1)
  const { body: before } = await admin.call(readStats)
  const ordersBefore = await countOrders()
  await onReplica('select pg_wal_replay_pause()')
  await untilReplayed('select pg_get_wal_replay_pause_state() as n', 'paused')

  const orderId = await buyProduct(buyer, productId, 'paid')
  await addTestMinutes(shop, buyer.userId, 7)
  expect((await buyer.call(listOrders)).body).toMatchObject([{ id: orderId, status: 'PAID' }])
  expect((await buyer.call(readUser)).body).toMatchObject({ minutesBalance: 7 })
  expect((await buyer.call(readProduct, { idOrSlug: productId })).body).toMatchObject({ stock: 4 })
  // Money is never stale; a report is, until the replica is too far behind.
  expect((await admin.call(readStats)).body.revenue).toBeGreaterThan(before.revenue)
  expect(await countOrders()).toBe(ordersBefore)

  await untilOnReplica(false)
  expect(await countOrders()).toBe(ordersBefore + 1)
  await onReplica('select pg_wal_replay_resume()')
  await untilOnReplica(true)
})

it('refuses a connection that leads to a standby, and says so of a write that a standby refused', async () => {
  await expect(openPostgres(replicaUrl)).rejects.toThrow('standby')
  const connection = { connectionString: replicaUrl }
  const pool = new pg.Pool({ ...connection, onConnect: requirePrimary })
  await expect(pool.query('select 1')).rejects.toSatisfy(isDatabaseUnavailable)
  await pool.end()
  const pipeline = createPipeline(
    () => new pg.Client({ ...connection, pipeline: true }),
    () => undefined,
  )
  await expect(pipeline.query({ text: 'select 1' })).rejects.toSatisfy(isDatabaseUnavailable)
  await pipeline.end()
  await expect(onReplica('create table refused (n int)')).rejects.toSatisfy(isDatabaseUnavailable)
})

it('reads reports from the primary when the replica is gone', async () => {
  await untilOnReplica(true)
  expect(await usedMetric()).toBe('1')
  const before = timesLost()
  await replica.kill()
  expect(await isOnReplica()).toBe(false)
  expect(await isOnReplica()).toBe(false)
  expect(timesLost()).toBe(before + 1)
  expect(await usedMetric()).toBe('0')
  const admin = await shop.newUser('ADMIN')
  expect((await admin.call(readStats)).status).toBe(200)
})
