import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { addProduct, completePayment, waitForMail } from '../../../../tests/support/fixtures.ts'
import { openPgbouncer, type Pgbouncer } from '../../../../tests/support/pgbouncer.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys, simulatorOf } from '../../../../tests/support/toys.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { listProducts } from '../../../shop/products/catalog/contract.ts'
import { addToCart } from '../../../shop/cart/contract.ts'
import { checkout } from '../../../shop/checkout/contract.ts'
import { findNewestSession } from '../../../live/sessions/service.ts'
import {
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
} from '../../../live/sessions/contract.ts'
import { isDatabaseUnavailable, unwrapDatabaseError } from '../databaseErrors.ts'
import type { Database } from '../db.ts'
import { openPostgres } from './openPostgres.ts'
import { queryRow } from '../sql.ts'

let postgres: SharedPostgres
let pooler: Pgbouncer
let directUrl: string
let database: Database
let shop: TestShop
beforeAll(async () => {
  postgres = openSharedPostgres()
  directUrl = await postgres.create()
  pooler = await openPgbouncer(directUrl)
  database = await openPostgres(pooler.url, { directUrl })
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await pooler.close()
  await postgres.close()
})

it('sells, and sends the mail and the invoice by jobs that are announced past the pooler', async () => {
  const [buyer] = (await createCustomers(shop, 1)) as [TestCustomer]
  const { id: productId } = await addProduct(shop, { stock: 5 })
  const { body: listed } = await buyer.call(listProducts)
  expect(listed.map(({ id }) => id)).toContain(productId)
  expect((await buyer.call(addToCart, { productId })).status).toBe(201)
  const items = [{ productId, quantity: 1 }]
  const { status, body } = await buyer.call(checkout, { items, addressId: buyer.addressId })
  expect(status).toBe(201)
  const returned = await buyer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  expect(returned.headers.get('location')).toContain('payment=success')
  await waitForMail(shop, buyer.email, 'Gloed')
  expect(await findDiscrepancies(database.db, new Date(Date.now() + 3_600_000))).toEqual([])
})

it('controls a toy and stops it', async () => {
  const [toyDeviceId = ''] = await linkToys(shop, await shop.newUser('MODEL'))
  const simulator = simulatorOf(shop)
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  await addTestMinutes(shop, customer.userId, 5)
  const start = () => customer.call(startControl, { toyDeviceId })
  await vi.waitFor(async () => expect((await start()).status).toBe(201), { timeout: 10_000 })
  await vi.waitFor(
    async () => expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' }),
    10_000,
  )
  expect((await customer.call(sendCommand, { toyDeviceId, command: 'vibrate', intensity: 7 })).status).toBe(
    200,
  )
  await simulator.untilLevel(toyDeviceId, 7)
  expect((await customer.call(stopControl)).status).toBe(200)
  await simulator.untilLevel(toyDeviceId, 0)
})

it('listens for jobs past the pooler, which would give its session to others', async () => {
  const listening = sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query ~ 'LISTEN|pg_listening_channels' and pid <> pg_backend_pid()`
  expect(await queryRow(database.db, listening)).toEqual({ count: 1 })
})

const limits = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`

it('limits every statement, and leaves nothing of that in the sessions that it shares', async () => {
  const { db } = database
  const both = { statement: '15s', idle: '15s' }
  expect(await queryRow(db, limits)).toEqual(both)
  expect(await db.transaction(tx => queryRow(tx, limits))).toEqual(both)
  const other = new pg.Client({ connectionString: pooler.url })
  await other.connect()
  const { rows } = await other.query<{ statement_timeout: string }>('show statement_timeout')
  await other.end()
  expect(rows).toEqual([{ statement_timeout: '0' }])
  const tooLong = db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 50`)
    await tx.execute(sql`select pg_sleep(10)`)
  })
  await expect(tooLong).rejects.toSatisfy(isDatabaseUnavailable)
})

it('gives every statement its own answer under load, whatever fails beside it', async () => {
  const { db } = database
  await db.execute(sql`create table answered (n int primary key)`)
  const each = Array.from({ length: 600 }, (_, n) => n)
  const ask = async (n: number): Promise<unknown> => {
    if (n % 5 === 0) return db.execute(sql`insert into answered values (${n % 50})`).then(() => 'inserted')
    if (n % 5 === 1) return db.execute(sql`select 1 / ${n - n}::int`)
    if (n % 5 === 2)
      return db.transaction(async tx => {
        await tx.execute(sql`insert into answered values (${1000 + n})`)
        await tx.execute(sql`select no_such_column`)
      })
    if (n % 5 === 3) return db.transaction(tx => queryRow(tx, sql`select ${n}::int as n`))
    return queryRow(n % 2 ? db : database.pipelinedReads, sql`select ${n}::int as n`)
  }
  const results = await Promise.allSettled(each.map(ask))
  const codes = (rest: number) =>
    new Set(
      results.flatMap((result, n) =>
        n % 5 === rest && result.status === 'rejected' ? [unwrapDatabaseError(result.reason).code] : [],
      ),
    )
  expect([codes(0), codes(1), codes(2), codes(3), codes(4)]).toEqual([
    new Set(['23505']),
    new Set(['22012']),
    new Set(['42703']),
    new Set(),
    new Set(),
  ])
  for (const [n, result] of results.entries())
    if (n % 5 > 2) expect(result).toMatchObject({ status: 'fulfilled', value: { n } })
  const { count } = (await queryRow(db, sql`select count(*)::int as count from answered`)) as {
    count: number
  }
  expect(count).toBe(10)
})

it('keeps its connections when statements are refused', async () => {
  const { db, connections } = database
  const open = () => {
    const { used = 0, idle = 0 } = connections?.() ?? {}
    return used + idle
  }
  await queryRow(db, sql`select 1`)
  const before = open()
  for (let count = 0; count < 5; count += 1)
    await expect(db.execute(sql`select 1 / 0`)).rejects.toSatisfy(
      error => unwrapDatabaseError(error as Error).code === '22012',
    )
  expect(open()).toBe(before)
})

it('names no statement, also of those that the program prepares', async () => {
  const [customer] = (await createCustomers(shop, 1)) as [TestCustomer]
  const reads = Array.from({ length: 40 }, () => findNewestSession(database.db, customer.userId))
  expect(await Promise.all(reads)).toEqual(reads.map(() => undefined))
})

it('says what is missing where the address of PostgreSQL itself is not set', async () => {
  await expect(openPostgres(pooler.url)).rejects.toThrow('DATABASE_DIRECT_URL')
})
