import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatorRefunds } from '../../simulators/mollie/table.ts'
import { deleteExpiredLoginSessions } from '../../src/people/accounts/login/session.service.ts'
import { users } from '../../src/people/accounts/table.ts'
import { runReconciliationChecks, findDiscrepancies } from '../../src/backoffice/reconciliation/service.ts'
import { deleteOldCatalogChanges } from '../../src/shop/products/catalog/cacheInvalidation.service.ts'
import { stockHolds } from '../../src/shop/products/catalog/table.ts'
import { createCreditNote, invoicePurchase } from '../../src/money/invoices/issue.service.ts'
import { invoiceSources } from '../../src/app/paymentEffects.ts'
import { reconcilePayments } from '../../src/money/payments/reconcile.service.ts'
import { releaseExpiredHolds } from '../../src/shop/products/stock/expiredHolds.service.ts'
import { confirmUnpaidOrders } from '../../src/shop/orders/notices.service.ts'
import { sendRefund } from '../../src/money/payments/sendRefund.service.ts'
import { issueOrderRefund } from '../../src/shop/orders/refunds/service.ts'
import { invoices } from '../../src/money/invoices/table.ts'
import { orders } from '../../src/shop/orders/table.ts'
import { deleteExpiredIdempotencyKeys } from '../../src/platform/db/idempotency.ts'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { mails } from '../../src/platform/db/table.ts'
import { createCustomers, type TestCustomer } from '../support/customers.ts'
import { openSmtpServer, type TestSmtpServer } from '../support/smtpServer.ts'
import { openSharedPostgres, type SharedPostgres } from '../support/sharedPostgres.ts'
import { buyQuickMinutes, engineOf, placeOrderFor, setFaults, type PlacedOrder } from '../support/payments.ts'
import { completePayment } from '../support/fixtures.ts'
import { openShop, type TestShop } from '../support/shop.ts'

/** Two nodes on one database that do everything at the same moment: the result is that of a single node. */
const EACH = 8
/** How often each node starts the same work concurrently. */
const TIMES = 3
let postgres: SharedPostgres
let mailbox: TestSmtpServer
let nodes: [TestShop, TestShop]
let crowd: TestCustomer[]
let clock = Date.now()
beforeAll(async () => {
  postgres = openSharedPostgres()
  mailbox = await openSmtpServer()
  const url = await postgres.create()
  const env = { SMTP_URL: mailbox.url }
  const open = async () => openShop({ database: await openPostgres(url), env, now: () => new Date(clock) })
  nodes = [await open(), await open()]
  crowd = await createCustomers(nodes[0], EACH * 3)
  await setFaults(nodes[0], { dropWebhooks: true })
})
afterAll(async () => {
  await Promise.all(nodes.map(node => node.close()))
  await mailbox.close()
  await postgres.close()
})

const db = () => nodes[0].node.platform.db
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 100 })
/** Calls every node several times, all concurrently. */
const everywhere = <T>(work: (shop: TestShop) => Promise<T>): Promise<T[]> =>
  Promise.all(nodes.flatMap(node => Array.from({ length: TIMES }, () => work(node))))
const byTheClock = () =>
  everywhere(async shop => {
    const { platform } = shop.node
    await Promise.all([
      reconcilePayments(engineOf(shop)),
      releaseExpiredHolds(platform),
      confirmUnpaidOrders(platform),
      deleteExpiredIdempotencyKeys(platform.db),
      deleteExpiredLoginSessions(platform.db, platform.now()),
      deleteOldCatalogChanges(platform.db),
      runReconciliationChecks(platform),
    ])
  })
const statuses = async (placed: PlacedOrder[]) => {
  const ids = placed.map(({ orderId }) => orderId)
  const found = await db().select({ status: orders.status }).from(orders).where(inArray(orders.id, ids))
  return new Set(found.map(({ status }) => status))
}
const invoiceCount = async (kind: 'INVOICE' | 'CREDIT_NOTE') =>
  (await db().select({ count: count() }).from(invoices).where(eq(invoices.kind, kind)))[0]?.count

it(
  'runs each scheduled job on two nodes at once with the result of a single run',
  { timeout: 180_000 },
  async () => {
    const place = (buyer: TestCustomer) => placeOrderFor(nodes[0], buyer)
    const [paid, failed, waiting] = (await Promise.all(
      [0, 1, 2].map(group => Promise.all(crowd.slice(group * EACH, (group + 1) * EACH).map(place))),
    )) as [PlacedOrder[], PlacedOrder[], PlacedOrder[]]
    const minutes = await Promise.all(crowd.slice(0, EACH).map(buyer => buyQuickMinutes(nodes[1], buyer)))
    for (const { paymentUrl } of [...paid, ...minutes]) await completePayment(paymentUrl, 'paid')
    for (const { paymentUrl } of failed) await completePayment(paymentUrl, 'failed')

    clock += 2 * 60_000
    await byTheClock()
    expect([await statuses(paid), await statuses(failed), await statuses(waiting)]).toEqual(
      [['PAID'], ['CANCELLED'], ['PENDING']].map(all => new Set(all)),
    )
    const balances = await db().select({ minutes: users.minutesBalance }).from(users)
    expect(balances.filter(each => each.minutes === 5)).toHaveLength(EACH)
    await until(async () => expect(await invoiceCount('INVOICE')).toBe(2 * EACH))

    clock += 31 * 60_000
    await byTheClock()
    expect(await statuses(waiting)).toEqual(new Set(['CANCELLED']))
    expect(await db().$count(stockHolds)).toBe(0)
  },
)

it('refunds, invoices and credits once when both nodes start it', { timeout: 180_000 }, async () => {
  const bought = await db().select().from(orders).where(eq(orders.status, 'PAID'))
  const given = await everywhere(({ node: { platform } }) =>
    Promise.all(
      bought.map(({ id: orderId, userId }) => {
        const key = { userId, key: `back-${orderId}`, operation: 'refund', input: null }
        return issueOrderRefund(platform, { orderId, restock: true, reason: null }, key)
      }),
    ),
  )
  const refundIds = new Set(given.flat().map(({ refundId }) => refundId))
  expect(refundIds.size).toBe(EACH)
  await everywhere(shop =>
    Promise.all([
      ...bought.map(({ id }) => invoicePurchase(shop.node.platform, invoiceSources, 'ORDER', id)),
      ...[...refundIds].flatMap(refundId => [
        createCreditNote(shop.node.platform, invoiceSources, refundId),
        sendRefund(engineOf(shop), refundId),
      ]),
    ]),
  )
  expect(await invoiceCount('INVOICE')).toBe(2 * EACH)
  expect(await invoiceCount('CREDIT_NOTE')).toBe(EACH)
  expect(await db().$count(simulatorRefunds)).toBe(EACH)
})

it('sent each mail once, and the reconciliation finds no discrepancy', { timeout: 120_000 }, async () => {
  await until(async () => expect(await db().$count(mails, sql`sent_at is null`)).toBe(0))
  const kept = await db().select().from(mails)
  expect(new Set(kept.map(({ attempts }) => attempts))).toEqual(new Set([1]))
  const names = mailbox.received.map(({ messageId }) => messageId?.split('@')[0])
  expect(names.toSorted(byName)).toEqual(kept.map(({ id }) => `<${id}`).sort(byName))
  const perBuyer = Object.groupBy(kept, ({ recipient, template }) => `${recipient} ${template}`)
  for (const [which, all] of Object.entries(perBuyer)) expect([which, all?.length]).toEqual([which, 1])
  const later = new Date(clock + 24 * 3_600_000)
  expect(await findDiscrepancies(db(), later)).toEqual([])
})

it('runs the cron once a minute for both nodes', { timeout: 120_000 }, async () => {
  // Nodes whose clock is set by the test have no cron.
  const url = await postgres.create()
  const open = async () => openShop({ database: await openPostgres(url), env: { SMTP_URL: mailbox.url } })
  const pair = [await open(), await open()] as const
  // pg-boss has one row for each minute of a schedule; the job that it leads to may be made in the next minute.
  const rung = async () => {
    const { rows } = (await pair[0].node.platform.db.execute(sql`
      select count(*) filter (where name = 'jobs.everyMinute')::int as times,
        count(*) filter (where name = 'jobs.everyMinute' and state = 'completed')::int as done,
        count(distinct singleton_on) filter (where name = '__pgboss__send-it')::int as minutes
      from pgboss.job
      where name = 'jobs.everyMinute' or (name = '__pgboss__send-it' and data->>'name' = 'jobs.everyMinute')`)) as {
      rows: [{ times: number; done: number; minutes: number }]
    }
    return rows[0]
  }
  await vi.waitFor(async () => expect((await rung()).done).toBeGreaterThan(0), {
    timeout: 110_000,
    interval: 500,
  })
  const { times, minutes } = await rung()
  expect(times).toBeLessThanOrEqual(minutes)
  await Promise.all(pair.map(node => node.close()))
})

const byName = (a: string | undefined, b: string | undefined): number => String(a).localeCompare(String(b))
