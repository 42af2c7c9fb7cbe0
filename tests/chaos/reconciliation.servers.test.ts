import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { recordInitialStock } from '../../src/shop/products/stock/ledger.service.ts'
import { products } from '../../src/shop/products/catalog/table.ts'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { openSmtpServer, type TestSmtpServer } from '../support/smtpServer.ts'
import { openPostgresServer, type PostgresServer } from '../support/postgres.ts'
import { someAddress } from '../support/fixtures.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'

/**
 * `kill -9` of the node or of PostgreSQL, at random moments of a stream of orders and payments. Nothing that was acknowledged is
 * lost, nothing happens twice, and the reconciliation finds no discrepancy. `CHAOS_ROUNDS=50` for the long run.
 */
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 4)
const BUYERS = 4
const PLENTY = 10_000

let postgres: PostgresServer
let mailbox: TestSmtpServer
let server: ServerProcess
let dataDir: string
let env: Record<string, string>
beforeAll(async () => {
  postgres = await openPostgresServer()
  mailbox = await openSmtpServer()
  dataDir = await mkdtemp(join(tmpdir(), 'gloed-books-'))
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const DATABASE_URL = await postgres.create()
  env = { DATABASE_URL, DEMO: 'small', SMTP_URL: mailbox.url, RATE_LIMIT_FACTOR: '10000', BUILD_DIR: build }
  server = await startServer({ dataDir, env })
  await fillShelves()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await mailbox.close()
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Without more stock, a long run would soon sell out and test nothing. */
async function fillShelves(): Promise<void> {
  const database = await openPostgres(env['DATABASE_URL'] as string)
  await database.db.transaction(async tx => {
    const filled = await tx
      .update(products)
      .set({ stock: sql`${products.stock} + ${PLENTY}` })
      .where(isNull(products.options))
      .returning({ id: products.id })
    await recordInitialStock(
      tx,
      filled.map(({ id }) => ({ id, stock: PLENTY })),
    )
  })
  await database.close()
}

/** One thing that a buyer wants, and its progress by the answers so far. */
interface Intention {
  buyer: TestClient
  key: string
  input: object
  outcome: 'paid' | 'failed'
  orderId?: string
  paymentUrl?: string
  /** Where the payment page redirected to, once the provider has accepted the outcome. */
  returnPath?: string
}

async function openBuyer(): Promise<{ buyer: TestClient; addressId: string }> {
  const buyer = createTestClient(server.origin)
  const account = {
    email: `${randomUUID()}@gloed.test`,
    password: 'een lang wachtwoord',
    displayName: 'Koper',
  }
  expect((await buyer.request('POST', '/api/register', account)).status).toBe(201)
  const { body } = await buyer.request('POST', '/api/addresses', someAddress)
  return { buyer, addressId: (body as { id: string }).id }
}

/** Advances an intention as far as possible; a step that fails is retried later. */
async function further(wanted: Intention): Promise<void> {
  const headers = { 'idempotency-key': wanted.key }
  const { status, body } = await wanted.buyer.request('POST', '/api/cart/checkout', wanted.input, headers)
  expect([201, 409, 503]).toContain(status)
  if (status !== 201) return
  const { orderId, paymentUrl } = body as { orderId: string; paymentUrl: string }
  // The same key gives the same order, before and after every crash.
  expect(wanted.orderId ?? orderId).toBe(orderId)
  Object.assign(wanted, { orderId, paymentUrl })
  if (wanted.returnPath === undefined) await pay(wanted, paymentUrl)
  // Some close the page, so that only the webhook reports the payment.
  if (wanted.returnPath && randomInt(3) > 0) await wanted.buyer.request('GET', wanted.returnPath)
}

async function pay(wanted: Intention, paymentUrl: string): Promise<void> {
  const body = new URLSearchParams({ outcome: wanted.outcome })
  const page = await fetch(paymentUrl, { method: 'POST', redirect: 'manual', body })
  if (page.status !== 303) return
  const { pathname, search } = new URL(page.headers.get('location') ?? '', server.origin)
  wanted.returnPath = pathname + search
}

/** Keeps ordering until it is stopped. */
async function stream(
  buyers: Awaited<ReturnType<typeof openBuyer>>[],
  wanted: Intention[],
  signal: AbortSignal,
) {
  const client = createTestClient(server.origin)
  let list: { id: string; stock: number; options?: unknown }[] = []
  // Just after its start a server may still refuse a call, with a time after which to call again.
  await expect
    .poll(async () => {
      const { status, body } = await client.request('GET', '/api/products')
      if (status === 200) list = body as typeof list
      return status
    })
    .toBe(200)
  const products = list.filter(({ stock, options }) => stock > 2 && !options)
  const one = async ({ buyer, addressId }: (typeof buyers)[0]) => {
    while (!signal.aborted) {
      const product = products[randomInt(products.length)]
      const input = { items: [{ productId: product?.id, quantity: 1 + randomInt(2) }], addressId }
      const intention: Intention = {
        buyer,
        key: randomUUID(),
        input,
        outcome: randomInt(4) > 0 ? 'paid' : 'failed',
      }
      wanted.push(intention)
      await further(intention).catch(unlessCutOff)
    }
  }
  await Promise.all(buyers.map(one))
}

/** A connection error is expected after a crash; a wrong answer is not. */
function unlessCutOff(error: unknown): void {
  if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
}

async function crash(round: number): Promise<void> {
  if (round % 3 === 2) {
    await postgres.kill()
    await postgres.start()
    const ready = () => fetch(`${server.origin}/readyz`).then(({ ok }) => ok)
    return vi.waitFor(async () => expect(await ready()).toBe(true), { timeout: 60_000, interval: 100 })
  }
  const port = Number(new URL(server.origin).port)
  await server.kill()
  server = await startServer({ dataDir, env, port })
}

it(
  'loses nothing that was acknowledged, and the reconciliation finds no discrepancy',
  { timeout: 120_000 + ROUNDS * 20_000 },
  async () => {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, openBuyer))
    const wanted: Intention[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const stop = new AbortController()
      const ordering = stream(buyers, wanted, stop.signal)
      await pause(randomInt(200, 1500))
      const crashed = crash(round)
      await pause(randomInt(300))
      stop.abort()
      await Promise.all([ordering, crashed])
    }
    // Retries orders that were cut off with the same key, and every buyer returns from the payment page.
    for (const each of wanted) {
      await further(each)
      if (each.returnPath) await each.buyer.request('GET', each.returnPath)
    }
    await expectKept(wanted)
  },
)

async function expectKept(wanted: Intention[]): Promise<void> {
  const acknowledged = wanted.filter(({ orderId }) => orderId !== undefined)
  expect(acknowledged.length).toBeGreaterThan(ROUNDS)
  expect(new Set(acknowledged.map(({ orderId }) => orderId)).size).toBe(acknowledged.length)
  for (const { buyer, orderId, returnPath, outcome } of acknowledged) {
    const { body } = await buyer.request('GET', `/api/orders/${orderId}`)
    // A digital order is delivered with its payment.
    const paid = expect.stringMatching(/^(PAID|DELIVERED)$/)
    if (returnPath) expect(body).toMatchObject({ status: outcome === 'paid' ? paid : 'CANCELLED' })
  }
  const database = await openPostgres(env['DATABASE_URL'] as string, { onError: () => undefined })
  const later = () => new Date(Date.now() + 3_600_000)
  await vi.waitFor(async () => expect(await findDiscrepancies(database.db, later())).toEqual([]), {
    timeout: 90_000,
    interval: 500,
  })
  await database.close()
  const paid = acknowledged.filter(({ returnPath, outcome }) => returnPath && outcome === 'paid').length
  // At least once each; a repetition has the same Message-ID. The demo's own mails are among them.
  const told = () => mailbox.received.filter(({ attachments }) => attachments.length > 0)
  await vi.waitFor(
    () => expect(new Set(told().map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(paid),
    { timeout: 60_000, interval: 500 },
  )
  console.log(
    `${ROUNDS} crashes: ${wanted.length} wanted, ${acknowledged.length} orders, ${paid} paid, 0 differences`,
  )
}
