import { parseArgs } from 'node:util'
import { listShelf } from '../src/backoffice/products/contract.ts'
import { listChores, listDays, readStats } from '../src/backoffice/stats/contract.ts'
import { addUpDays } from '../src/backoffice/stats/service.ts'
import { listAllOrders } from '../src/backoffice/fulfilment/contract.ts'
import { listMembers } from '../src/backoffice/customers/contract.ts'
import { openPostgres } from '../src/platform/db.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { seedCrowd, type Sizes } from './crowd.ts'
import { openWatchedShop } from './explain.ts'

/**
 * `npm run bench:admin`: what the tables of the back office cost PostgreSQL in a large shop, call by call, as `EXPLAIN
 * ANALYZE` tells it: all statements of the call, planning included, and which large tables were read from end to end.
 */
const { values: options } = parseArgs({ options: { share: { type: 'string', default: '1' } } })
const share = Number(options.share)
const sizes: Sizes = { products: 100_000 * share, users: 100_000 * share, orders: 1_000_000 * share }
const GOAL_MS = 50
const large = new Set(['products', 'users', 'orders', 'order_items', 'payments'])

const page = { page: 1 }
// oxlint-disable-next-line typescript/no-explicit-any
const calls: [string, Endpoint<any, any>, object][] = [
  ['orders', listAllOrders, page],
  ['orders, by status', listAllOrders, { ...page, status: 'PAID' }],
  ['orders, a rare status', listAllOrders, { ...page, status: 'CANCELLED' }],
  ['orders, the dearest first', listAllOrders, { ...page, sort: 'total-high' }],
  ['orders, by number', listAllOrders, { ...page, q: '2024-0600123' }],
  ['orders, by name', listAllOrders, { ...page, q: 'c4ca' }],
  ['orders, by e-mail', listAllOrders, { ...page, q: 'mens-4711@' }],
  ['orders, what many have', listAllOrders, { ...page, q: 'voorbeeld' }],
  ['orders, what nobody has', listAllOrders, { ...page, q: 'bestaatniet' }],
  ['products', listShelf, page],
  ['products, by name', listShelf, { ...page, sort: 'name' }],
  ['products, by price', listShelf, { ...page, sort: 'price-high' }],
  ['products, by stock', listShelf, { ...page, sort: 'stock-low' }],
  ['products, sold out', listShelf, { ...page, stock: 'out' }],
  ['products, by SKU', listShelf, { ...page, q: 'SKU-4711' }],
  ['products, what nobody has', listShelf, { ...page, q: 'bestaatniet' }],
  ['users', listMembers, page],
  ['users, by name', listMembers, { ...page, sort: 'name' }],
  ['users, by minutes', listMembers, { ...page, sort: '-minutes' }],
  ['users, creators', listMembers, { ...page, role: 'MODEL' }],
  ['users, by e-mail', listMembers, { ...page, q: 'mens-4711@' }],
  ['users, what many have', listMembers, { ...page, q: 'voorbeeld' }],
  ['users, what nobody has', listMembers, { ...page, q: 'bestaatniet' }],
  ['stats', readStats, {}],
  ['chores', listChores, {}],
  ['figures of a year', listDays, { days: 365 }],
]

/** What is added up over the whole shop has no goal. */
const figures = new Set<object>([readStats, listChores, listDays])

/** Not who is asking, and not what jobs do meanwhile. */
const isOwn = (text: string): boolean =>
  /^\s*(select|with)/i.test(text) &&
  !/login_sessions|simulator_|pgboss|for update|catalog_changes/i.test(text)

async function measure(url: string): Promise<void> {
  const { shop, cost, close } = await openWatchedShop(url, large, isOwn)
  try {
    const admin = await shop.member('ADMIN')
    await addUpDays(shop.node.platform.db, new Date())
    console.log('| call | statements | ms | | read from end to end |\n|---|--:|--:|---|---|')
    for (const [name, endpoint, input] of calls) {
      const { statements, ms, whole } = await cost(admin, endpoint, input)
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
  await seedCrowd(url, sizes)
  await measure(url)
} finally {
  await postgres.close()
}
