import { parseArgs } from 'node:util'
import { listAdminProducts } from '../src/shop/products/admin/contract.ts'
import { readTaskCounts, listDailyStats, readStats } from '../src/backoffice/stats/contract.ts'
import { rollUpDailyStats } from '../src/backoffice/stats/service.ts'
import { listAdminOrders } from '../src/shop/orders/admin/contract.ts'
import { listCustomers } from '../src/backoffice/customers/contract.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { seedLargeShop, type ShopSizes } from './largeShop.ts'
import { openExplainedShop } from './explain.ts'
import { listWithdrawals } from '../src/shop/withdrawals/admin/contract.ts'

/**
 * `npm run bench:admin`: the cost in PostgreSQL of the back office's tables in a large shop, per call, as reported by `EXPLAIN ANALYZE`:
 * all statements of the call, planning included, and which large tables were scanned sequentially.
 */
const { values: options } = parseArgs({ options: { share: { type: 'string', default: '1' } } })
const share = Number(options.share)
const sizes: ShopSizes = { products: 100_000 * share, users: 100_000 * share, orders: 1_000_000 * share }
const GOAL_MS = 50
const large = new Set(['products', 'users', 'orders', 'order_items', 'payments', 'withdrawals', 'refunds'])

const page = { page: 1 }
// oxlint-disable-next-line typescript/no-explicit-any
const calls: [string, Endpoint<any, any>, object][] = [
  ['orders', listAdminOrders, page],
  ['orders, by status', listAdminOrders, { ...page, status: 'PAID' }],
  ['orders, a rare status', listAdminOrders, { ...page, status: 'CANCELLED' }],
  ['orders, the dearest first', listAdminOrders, { ...page, sort: 'total-high' }],
  ['orders, by number', listAdminOrders, { ...page, q: '2024-0600123' }],
  ['orders, by name', listAdminOrders, { ...page, q: 'c4ca' }],
  ['orders, by e-mail', listAdminOrders, { ...page, q: 'mens-4711@' }],
  ['orders, what many have', listAdminOrders, { ...page, q: 'voorbeeld' }],
  ['orders, what nobody has', listAdminOrders, { ...page, q: 'bestaatniet' }],
  ['products', listAdminProducts, page],
  ['products, by name', listAdminProducts, { ...page, sort: 'name' }],
  ['products, by price', listAdminProducts, { ...page, sort: 'price-high' }],
  ['products, by stock', listAdminProducts, { ...page, sort: 'stock-low' }],
  ['products, sold out', listAdminProducts, { ...page, stock: 'out' }],
  ['products, by SKU', listAdminProducts, { ...page, q: 'SKU-4711' }],
  ['products, what nobody has', listAdminProducts, { ...page, q: 'bestaatniet' }],
  ['withdrawals', listWithdrawals, page],
  ['withdrawals, still to be refunded', listWithdrawals, { ...page, state: 'REFUND_DUE' }],
  ['users', listCustomers, page],
  ['users, by name', listCustomers, { ...page, sort: 'name' }],
  ['users, by minutes', listCustomers, { ...page, sort: '-minutes' }],
  ['users, creators', listCustomers, { ...page, role: 'MODEL' }],
  ['users, by e-mail', listCustomers, { ...page, q: 'mens-4711@' }],
  ['users, what many have', listCustomers, { ...page, q: 'voorbeeld' }],
  ['users, what nobody has', listCustomers, { ...page, q: 'bestaatniet' }],
  ['stats', readStats, {}],
  ['chores', readTaskCounts, {}],
  ['figures of a year', listDailyStats, { days: 365 }],
]

/** Calls that sum over the whole shop have no target. */
const figures = new Set<object>([readStats, readTaskCounts, listDailyStats])

/** Excludes authentication and the statements of jobs. */
const isOwn = (text: string): boolean =>
  /^\s*(select|with)/i.test(text) &&
  !/login_sessions|simulator_|pgboss|for update|catalog_changes/i.test(text)

async function measure(url: string): Promise<void> {
  const { shop, cost, close } = await openExplainedShop(url, large, isOwn)
  try {
    const admin = await shop.newUser('ADMIN')
    await rollUpDailyStats(shop.node.platform.db, new Date())
    console.log('| call | statements | ms | | read from end to end |\n|---|--:|--:|---|---|')
    for (const [name, endpoint, input] of calls) {
      const { statements, ms, sequentialScans: whole } = await cost(admin, endpoint, input)
      const isMet = ms <= GOAL_MS && whole.length === 0
      const verdict = figures.has(endpoint) ? '' : isMet ? 'met' : '**not met**'
      console.log(`| ${name} | ${statements} | ${ms.toFixed(1)} | ${verdict} | ${whole.join(', ')} |`)
    }
  } finally {
    await close()
  }
}

const postgres = await openPostgresServer()
try {
  const url = await postgres.create()
  await (await openPostgres(url)).close()
  console.error(
    `seeding ${Object.entries(sizes)
      .map(each => each.join(' '))
      .join(', ')} …`,
  )
  await seedLargeShop(url, sizes)
  await measure(url)
} finally {
  await postgres.close()
}
