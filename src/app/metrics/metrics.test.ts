import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../../tests/support/port.ts'
import { buyQuickMinutes, placeOrderFor } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, createTestClient, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { createCertificate, openTlsProxy } from '../../../tests/support/tlsProxy.ts'
import { runReconciliationChecks } from '../../backoffice/reconciliation/service.ts'
import { readProduct } from '../../shop/products/catalog/contract.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { mails } from '../../platform/db/table.ts'

let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const read = async (from = shop) => {
  const { status, body, headers } = await from.newClient().request('GET', '/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  return String(body)
}
/** The value of a series, by its name with labels. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

it('counts requests by route pattern, without personal data or ids', async () => {
  const { productId, orderId } = await placeOrderFor(shop, customer)
  await customer.call(readProduct, { idOrSlug: productId })
  await customer.request('GET', `/api/orders/${orderId}?secret=geheim`)
  await customer.request('GET', `/nergens/${customer.user.email}`)
  const text = await read()
  const count = (labels: string) => valueOf(text, `gloed_http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",route="/api/orders/:orderId",status="2xx"')).toBe(1)
  expect(count('method="POST",route="/api/cart/checkout",status="2xx"')).toBe(1)
  expect(count('method="GET",route="none",status="4xx"')).toBe(1)
  for (const told of [productId, orderId, customer.user.id, customer.user.email, 'geheim', 'nergens'])
    expect(text).not.toContain(told)
})

it('counts a request whose client left before its answer', async () => {
  const controller = new AbortController()
  const series =
    'gloed_http_request_duration_seconds_count{method="GET",route="/api/products/search",status="4xx"}'
  await shop.node.platform.db.transaction(async tx => {
    await tx.execute(sql`lock table products in access exclusive mode`)
    const answer = fetch(`${shop.origin}/api/products/search?q=niets`, { signal: controller.signal })
    setTimeout(() => controller.abort(), 200)
    await expect(answer).rejects.toThrow('aborted')
    // Before the shop can answer.
    await pause(200)
  })
  await vi.waitFor(async () => expect(valueOf(await read(), series)).toBe(1), 10_000)
})

it('reports payments, mails, jobs, reconciliation and the process', async () => {
  const before = await read()
  await buyQuickMinutes(shop, customer)
  const { db } = shop.node.platform
  const kept = { recipient: 'lezer@gloed.test', template: 'order-paid', props: {} }
  await db.insert(mails).values([
    { ...kept, createdAt: new Date(Date.now() - 60_000) },
    { ...kept, failedAt: new Date() },
  ])
  const { productId } = await placeOrderFor(shop, customer)
  await db.update(products).set({ stock: 9 }).where(eq(products.id, productId))
  await runReconciliationChecks(shop.node.platform)
  const text = await read()
  const grew = (series: string) => Number(valueOf(text, series)) - Number(valueOf(before, series))
  expect(grew('gloed_payments{state="open"}')).toBe(2)
  expect(grew('gloed_mails{state="waiting"}')).toBe(1)
  expect(grew('gloed_mails{state="failed"}')).toBe(1)
  expect(valueOf(text, 'gloed_mail_oldest_waiting_seconds')).toBeGreaterThan(59)
  expect(valueOf(text, 'gloed_book_differences{check="stock.book"}')).toBe(1)
  expect(valueOf(text, 'gloed_book_differences{check="orders.money"}')).toBe(0)
  expect(valueOf(text, 'gloed_book_audit_age_seconds')).toBeLessThan(60)
  expect(valueOf(text, 'gloed_live_sessions{state="active"}')).toBe(0)
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

it('reports whether the node is ready, and its disk', async () => {
  const text = await read()
  expect(valueOf(text, 'gloed_ready')).toBe(1)
  const [free, size] = [valueOf(text, 'gloed_disk_free_bytes'), valueOf(text, 'gloed_disk_size_bytes')]
  expect(free).toBeGreaterThan(1e6)
  expect(size).toBeGreaterThan(Number(free))
  expect(text).not.toContain('\ngloed_backup_newest_timestamp_seconds')
})

it('reports when the newest backup was written, where it knows the folder, and when the certificate ends', async () => {
  const backups = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  const proxy = await openTlsProxy(await createCertificate())
  const kept = await openShop({ env: { BACKUP_DIR: backups, PUBLIC_URL: proxy.origin } })
  proxy.target = (kept.node.app.server.address() as AddressInfo).port
  const valueNow = async (series: string) => valueOf((await kept.node.app.inject('/metrics')).body, series)
  expect(await valueNow('gloed_backup_newest_timestamp_seconds')).toBe(0)
  await writeFile(join(backups, 'base.tar'), '')
  expect(await valueNow('gloed_backup_newest_timestamp_seconds')).toBeCloseTo(Date.now() / 1000, -2)
  expect(await valueNow('gloed_certificate_end_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000)
  await kept.close()
  await proxy.close()
  await rm(backups, { recursive: true })
})

it('reports requests to providers by name and outcome', async () => {
  await completePayment((await placeOrderFor(shop, customer)).paymentUrl, 'paid')
  const text = await read()
  const count = 'gloed_provider_request_duration_seconds_count'
  expect(valueOf(text, `${count}{provider="mollie",outcome="2xx"}`)).toBeGreaterThan(0)
})

it('reports the duration of jobs by name', async () => {
  await completePayment((await placeOrderFor(shop, customer)).paymentUrl, 'paid')
  await vi.waitFor(
    async () => {
      const text = await read()
      expect(valueOf(text, 'gloed_job_duration_seconds_count{job="mail",outcome="done"}')).toBeGreaterThan(0)
      expect(valueOf(text, 'gloed_jobs{job="mail",state="waiting"}')).toBeDefined()
    },
    { timeout: 20_000, interval: 200 },
  )
})

it('answers only on METRICS_PORT when it is set, not on the public port', async () => {
  const port = await freePort()
  const apart = await openShop({ env: { METRICS_PORT: String(port) } })
  expect((await apart.newClient().request('GET', '/metrics')).status).toBe(404)
  const own = createTestClient(`http://127.0.0.1:${port}`)
  expect(await own.request('GET', '/metrics')).toMatchObject({
    status: 200,
    body: expect.stringContaining('gloed_http_request_duration_seconds_count{method="GET",route="none"'),
  })
  expect((await own.request('GET', '/api/products')).status).toBe(404)
  await apart.close()
})

it('answers nowhere in production without METRICS_PORT, also where they are sent to a collector', async () => {
  const env = {
    NODE_ENV: 'production',
    ALLOW_EMBEDDED: 'on',
    PUBLIC_URL: 'http://127.0.0.1:1',
    SESSION_SECRET: 'the-secret-of-a-shop-in-production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MOLLIE_API_KEY: 'test_production',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  }
  const open = await openShop({ env })
  expect((await open.node.app.inject('/metrics')).statusCode).toBe(404)
  await open.close()
})
