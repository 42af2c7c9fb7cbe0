import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openPostgresServer, type PostgresServer } from '../../../tests/support/postgres.ts'
import { addProduct, waitForMail } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { listProducts } from '../../shop/products/catalog/contract.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { demoAccounts } from '../../app/demo/accounts.ts'
import { creatorProfiles } from '../../app/demo/creators.ts'
import { customerProfiles } from '../../app/demo/people.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { isDatabaseUnavailable } from './databaseErrors.ts'
import { openPostgres } from './postgres/openPostgres.ts'
import { queryRow } from './sql.ts'
import { mails } from './table.ts'
import { queueMail } from '../mail/mail.ts'

let postgres: PostgresServer
beforeAll(async () => void (postgres = await openPostgresServer()))
afterAll(() => postgres.close())

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

it('is migrated and seeded once by nodes that start at the same time on an empty database', async () => {
  const url = await postgres.create()
  const start = async () => openShop({ env: { DEMO: 'small' }, database: await openPostgres(url) })
  const nodes = await Promise.all([start(), start(), start()])
  const { db } = nodes[0].node.platform
  // One demo account is made when it first logs in, and one of the creators is a demo account.
  const seeded = demoAccounts.length - 1 + customerProfiles.length + creatorProfiles.length - 1
  expect(await db.$count(users)).toBe(seeded)
  const count = await db.$count(products, isNull(products.parentId))
  for (const node of nodes) {
    expect((await node.newClient().request('GET', '/readyz')).status).toBe(200)
    expect((await node.newClient().call(listProducts)).body).toHaveLength(count)
  }
  const applied = (await db.execute('select hash from drizzle.__drizzle_migrations')) as {
    rows: { hash: string }[]
  }
  expect(new Set(applied.rows.map(({ hash }) => hash)).size).toBe(applied.rows.length)
  await Promise.all(nodes.map(node => node.close()))
})

it('releases every connection when the database fails at the start of a transaction', async () => {
  const database = await openPostgres(await postgres.create())
  const { db } = database
  const pidOf = async () => {
    const { rows } = (await db.execute('select pg_backend_pid() as pid')) as { rows: { pid: number }[] }
    return rows[0]?.pid as number
  }
  // More often than the pool has connections. The pool notices the killed connection only when the transaction uses it.
  for (let count = 0; count < 15; count += 1) {
    process.kill(await pidOf(), 'SIGTERM')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    await expect(db.transaction(tx => tx.execute('select 1'))).rejects.toSatisfy(isDatabaseUnavailable)
  }
  expect(await pidOf()).toBeGreaterThan(0)
  await database.close()
})

it(
  'gives up a transaction whose statement gets no answer, and does not wait for its rollback',
  { timeout: 90_000 },
  async () => {
    const database = await openPostgres(await postgres.create())
    let frozen = 0
    const waiting = database.db.transaction(async tx => {
      const { rows } = (await tx.execute('select pg_backend_pid() as pid')) as { rows: { pid: number }[] }
      frozen = rows[0]?.pid as number
      process.kill(frozen, 'SIGSTOP')
      await tx.execute('select 1')
    })
    await expect(waiting).rejects.toSatisfy(isDatabaseUnavailable)
    expect(database.connections?.()).toEqual({ used: 0, idle: 0, waiting: 0 })
    process.kill(frozen, 'SIGCONT')
    await database.close()
  },
)

it.each(['pipelinedReads', 'pipelinedWrites'] as const)(
  'a node is not ready while a connection for %s gets no answer, and says so in time',
  async part => {
    const shop = await openShop({ database: await openPostgres(await postgres.create()) })
    const client = shop.newClient()
    const pidOf = async () => {
      const pid = sql`select pg_backend_pid() as pid`
      return (await queryRow<{ pid: number }>(shop.node.platform[part], pid)).pid
    }
    expect(await client.request('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { [part]: true },
    })
    const silent = await pidOf()
    process.kill(silent, 'SIGSTOP')
    const started = performance.now()
    try {
      expect(await client.request('GET', '/readyz')).toMatchObject({
        status: 503,
        body: { status: 'unavailable', database: true, [part]: false, jobs: true },
      })
      // The connection itself is given up after five seconds.
      expect(performance.now() - started).toBeLessThan(5000)
    } finally {
      process.kill(silent, 'SIGCONT')
    }
    await until(async () => expect((await client.request('GET', '/readyz')).status).toBe(200))
    await shop.close()
  },
)

describe('while the database is unavailable', { timeout: 90_000 }, () => {
  let shop: TestShop
  let buyer: TestCustomer
  let productId: string
  beforeAll(async () => {
    shop = await openShop({ database: await openPostgres(await postgres.create()) })
    buyer = (await createCustomers(shop, 1))[0] as TestCustomer
    productId = (await addProduct(shop, { stock: 5 })).id
  })
  afterAll(() => shop.close())

  const place = (headers?: Record<string, string>) =>
    buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId: buyer.addressId }, headers)
  const everything = async () => [
    await shop.newClient().call(listProducts),
    await place(),
    await buyer.request('POST', '/api/login', { email: 'wie@gloed.test', password: 'een-goed-wachtwoord' }),
    await shop.newClient().request('POST', '/api/webhooks/mollie', new URLSearchParams({ id: 'tr_unknown' })),
  ]

  it('every part reports it, and recovers by itself', async () => {
    const { db, jobs } = shop.node.platform
    await postgres.kill()
    for (let count = 0; count < 3; count += 1) {
      for (const { status, body, headers } of await everything()) {
        expect([status, body]).toMatchObject([503, { code: 'UNAVAILABLE' }])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect((await shop.newClient().request('GET', '/healthz')).status).toBe(200)
    expect(await shop.newClient().request('GET', '/readyz')).toMatchObject({
      status: 503,
      body: { database: false },
    })
    const metrics = await shop.newClient().request('GET', '/metrics')
    expect([metrics.status, metrics.body]).toEqual([200, expect.stringContaining('\ngloed_ready 0\n')])
    // Absent rather than old.
    expect(metrics.body).not.toMatch(/\ngloed_(payments|payment_oldest_open_seconds|mails)\b/)
    await postgres.start()
    await until(async () => expect((await shop.newClient().request('GET', '/readyz')).status).toBe(200))
    expect((await shop.newClient().call(listProducts)).status).toBe(200)
    expect((await place()).status).toBe(201)
    const props = { number: '2026-000001', url: shop.origin, totalCents: 1, isSent: true, shopName: 'Gloed' }
    await db.transaction(tx => queueMail(tx, jobs, orderPaidMail, 'terug@gloed.test', props))
    await waitForMail(shop, 'terug@gloed.test', props.number)
  })

  it('a job of a killed node is taken over by another', async () => {
    const { db, jobs } = shop.node.platform
    const props = { number: '2026-000002', url: shop.origin, totalCents: 1, isSent: true, shopName: 'Gloed' }
    // As `kill -9` leaves it: started, without a heartbeat since.
    await db.transaction(async tx => {
      await queueMail(tx, jobs, orderPaidMail, 'halverwege@gloed.test', props)
      await tx.execute(sql`
        update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
        where name = 'mail' and state = 'created'`)
    })
    await until(async () => expect(await db.$count(mails, isNull(mails.sentAt))).toBe(0))
  })

  it('keeps every acknowledged order exactly once when killed under load', async () => {
    const { db } = shop.node.platform
    await db.update(products).set({ stock: 99 }).where(eq(products.id, productId))
    const before = await db.$count(orders)
    const rush = Array.from({ length: 40 }, (_, key) => place({ 'idempotency-key': `rush-${key}` }))
    await Promise.race(rush)
    await postgres.kill()
    const answers = await Promise.all(rush)
    const odd = answers.filter(({ status }) => status !== 201 && status !== 503)
    expect(odd).toEqual([])
    await postgres.start()
    await until(async () => expect((await shop.newClient().request('GET', '/readyz')).status).toBe(200))
    const again = await Promise.all(rush.map((_, key) => place({ 'idempotency-key': `rush-${key}` })))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([201]))
    for (const [key, { status, body }] of answers.entries()) {
      if (status === 201) expect(again[key]?.body).toEqual(body)
    }
    expect(await db.$count(orders)).toBe(before + 40)
    const [held] = await db
      .select({ reserved: products.reservedStock })
      .from(products)
      .where(eq(products.id, productId))
    expect(held?.reserved).toBe(41)
    expect(await db.$count(mails)).toBe(2)
  })
})
