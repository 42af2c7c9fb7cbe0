import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../bin/builds.js'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import {
  collectBeacon,
  listLiveVisitors,
  type Period,
  periods,
  readWebsiteAnalytics,
} from '../src/backoffice/analytics/contract.ts'
import { rollUpVisits } from '../src/backoffice/analytics/aggregation.service.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { seedManyVisitsAt } from '../tests/support/visits.ts'
import { startBaseline } from './startBaseline.ts'
import { openExplainedShop } from './explain.ts'
import { type LoadCall, runLoad } from './load.ts'

/**
 * `npm run bench:visits`: the cost of the visitors page in PostgreSQL with ten million page views (`-- --views 1000000` for fewer), the
 * rate of beacons compared with a bare server, and a customer's response time at a thousand beacons per second.
 */
const { values: options } = parseArgs({
  options: { views: { type: 'string', default: '10000000' }, seconds: { type: 'string', default: '5' } },
})
const VIEWS_A_VISIT = 3.5
const KEPT_DAYS = 390
const GOAL_MS = 300
const seconds = Number(options.seconds)

const large = new Set(['analytics', 'page_views', 'analytics_events'])
const isOwn = (text: string): boolean => /analytics|visit|daily_page_views/.test(text)

async function measureFigures(url: string, views: number): Promise<void> {
  const { shop, client, cost, close } = await openExplainedShop(url, large, isOwn)
  try {
    const { db } = shop.node.platform
    console.error(`seeding ${views} page views …`)
    await seedManyVisitsAt(url, Math.round(views / VIEWS_A_VISIT), KEPT_DAYS, new Date())
    await client.query('vacuum analyze')
    const begun = performance.now()
    await rollUpVisits(db, new Date())
    console.error(`${KEPT_DAYS} days added up in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const admin = await shop.newUser('ADMIN')
    console.log('| call | statements | ms | goal | | read from end to end |\n|---|--:|--:|--:|---|---|')
    const visitors = (input: { days: Period; top?: number }) => [readWebsiteAnalytics, input] as const
    for (const [name, [endpoint, input]] of [
      ...periods.map(days => [`visitors, ${days} days`, visitors({ days })] as const),
      ['visitors, all of each list', visitors({ days: 90, top: 500 })] as const,
      ['live visitors', [listLiveVisitors, {}]] as const,
    ]) {
      const { statements, ms, sequentialScans: whole } = await cost(admin, endpoint, input)
      const verdict = ms <= GOAL_MS && whole.length === 0 ? 'met' : '**not met**'
      console.log(
        `| ${name} | ${statements} | ${ms.toFixed(1)} | ${GOAL_MS} | ${verdict} | ${whole.join(', ')} |`,
      )
    }
  } finally {
    await close()
  }
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const visitors = Array.from({ length: 2000 }, () => randomUUID())

const beacon = (path: string, isKnown: boolean) => (n: number) => ({
  method: 'POST' as const,
  path,
  headers: { 'user-agent': CHROME },
  body: {
    consent: isKnown,
    ...(isKnown && { visitId: visitors[n % visitors.length] }),
    type: 'view',
    page: `/shop/product-${n % 50}`,
  },
})

async function measureBeacons(url: string): Promise<void> {
  await (await openPostgres(url)).close()
  const bare = await startBaseline(url)
  const BUILD_DIR = await ensureBuilt(process.execPath)
  const shop = await startServer({
    env: { DATABASE_URL: url, BUILD_DIR, DEMO: 'off', RATE_LIMIT_FACTOR: '10000000', LOG_LEVEL: 'warn' },
  })
  const list = (): LoadCall => ({ path: '/api/products?pageSize=20' })
  try {
    const rows: [string, string, (n: number) => LoadCall][] = [
      ['bare, nothing', bare.origin, beacon('/nothing', true)],
      ['bare, a row each', bare.origin, beacon('/row', true)],
      ['with consent', shop.origin, beacon(collectBeacon.path, true)],
      ['without consent', shop.origin, beacon(collectBeacon.path, false)],
    ]
    for (const [, origin, call] of rows) await runLoad(origin, call, 2)
    console.log('| beacons | a second | p50 ms | p99 ms |\n|---|--:|--:|--:|')
    for (const [name, origin, call] of rows) {
      const { perSecond, p50, p99 } = await runLoad(origin, call, seconds)
      console.log(`| ${name} | ${Math.round(perSecond).toLocaleString('en')} | ${p50} | ${p99} |`)
    }
    const quiet = await customer(shop.origin, list)
    const end = stream(shop.origin)
    const busy = await customer(shop.origin, list)
    const sent = await end()
    const text = await (await fetch(`${shop.origin}/metrics`)).text()
    console.log(
      `\na customer's list: median ${quiet.toFixed(2)} ms alone, ${busy.toFixed(2)} ms (× ${(busy / quiet).toFixed(2)})`,
    )
    console.log(`while ${sent.toFixed(0)} beacons a second came in`)
    console.log(
      text
        .split('\n')
        .filter(line => line.startsWith('gloed_beacons'))
        .join('\n'),
    )
  } finally {
    await shop.stop()
    await bare.stop()
  }
}

/** One customer with twenty requests per second. @returns the median response time in milliseconds */
async function customer(origin: string, call: () => LoadCall): Promise<number> {
  const waits: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const begun = performance.now()
    await (await fetch(`${origin}${call().path}`)).text()
    waits.push(performance.now() - begun)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? NaN
}

/** Sends a thousand beacons per second until it is stopped. @returns a function that stops it and returns the actual rate per second */
function stream(origin: string): () => Promise<number> {
  const begun = performance.now()
  const open: Promise<unknown>[] = []
  const next = beacon(collectBeacon.path, true)
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(performance.now() - begun)
    for (; sent < due; sent += 1) {
      const { path, headers, body } = next(sent)
      const json = { ...headers, 'content-type': 'application/json' }
      open.push(fetch(`${origin}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    return sent / ((performance.now() - begun) / 1000)
  }
}

const postgres = await openPostgresServer()
try {
  await measureBeacons(await postgres.create())
  await measureFigures(await postgres.create(), Number(options.views))
} finally {
  await postgres.close()
}
