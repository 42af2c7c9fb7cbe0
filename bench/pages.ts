import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../bin/builds.js'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { cpuMs, residentKilobytes } from './helperProcess.ts'
import { runLoad } from './load.ts'

/**
 * `npm run bench:pages`: how many pages a second the server renders, for a member and for visitors, on PostgreSQL (`--embedded`: on the
 * embedded database), beside a bare server that renders the same number of elements with React each time. Others' work on the machine
 * changes how many pages a second there are more than it changes the processor time of one, which `/proc` tells (Linux).
 *
 * `--minutes 6`: instead, the memory that the server holds after each minute of all these pages, and a minute after the last; `--per-second 20`
 * for so many pages a second at most.
 */
const SECONDS = 5
/** About as many elements as `/shop` has. */
const ELEMENTS = 1200

// React decides at its import whether it is the production build.
process.env['NODE_ENV'] = 'production'
const [{ createElement }, { renderToString }] = await Promise.all([
  import('react'),
  import('react-dom/server'),
])

const BUILD_DIR = await ensureBuilt(process.execPath)

async function startBare(): Promise<{ origin: string; close(): void }> {
  const tree = () =>
    createElement(
      'main',
      null,
      Array.from({ length: ELEMENTS }, (_, key) =>
        createElement('p', { key, className: 'product' }, `Nummer ${key}`),
      ),
    )
  const server = createServer((_, response) => response.end(renderToString(tree()))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'klant@gloed.test', password: 'gloed-demo-2026' }),
  })
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

const postgres = process.argv.includes('--embedded') ? null : await openPostgresServer()
const bare = await startBare()
const shop = await startServer({
  env: {
    BUILD_DIR,
    ...(postgres && { DATABASE_URL: await postgres.create() }),
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000000',
    STOREFRONT_ACCESS: 'public',
  },
})
try {
  const member = { cookie: await signIn(shop.origin) }
  // As browsers do: cached pages are sent compressed.
  const browser = { 'accept-encoding': 'br' }
  const adult = { ...browser, cookie: 'gloed_age=kept' }
  const product = '/shop/massageolie-amber-en-vijg'
  const pages: Page[] = [
    ['bare React', bare.origin, '/', {}],
    ['a member’s /shop', shop.origin, '/shop', member],
    ['a member’s product', shop.origin, product, member],
    ['a member’s /', shop.origin, '/', member],
    ['a member’s /live', shop.origin, '/live', member],
    ['a visitor’s /shop', shop.origin, '/shop', adult],
    ['the same by gzip', shop.origin, '/shop', { ...adult, 'accept-encoding': 'gzip' }],
    ['the same uncompressed', shop.origin, '/shop', { ...adult, 'accept-encoding': 'identity' }],
    ['a visitor’s product', shop.origin, product, adult],
    ['a visitor’s /', shop.origin, '/', adult],
    ['a visitor’s /auth', shop.origin, '/auth', adult],
    ['the age question', shop.origin, '/shop', browser],
  ]
  const minutes = numberAfter('--minutes')
  if (minutes === undefined) await comparePages(pages)
  else await watchMemory(pages, minutes, numberAfter('--per-second'))
} finally {
  await shop.stop()
  bare.close()
  await postgres?.close()
}

function numberAfter(option: string): number | undefined {
  const at = process.argv.indexOf(option)
  return at < 0 ? undefined : Number(process.argv[at + 1])
}

type Page = [name: string, origin: string, path: string, headers: Record<string, string>]

async function comparePages(pages: Page[]): Promise<void> {
  console.log('| page | a second | of bare React | p50 | p99 ms | CPU ms |\n|---|--:|--:|--:|--:|--:|')
  let reference = 1
  for (const [name, origin, path, headers] of pages) {
    const call = () => ({ path, headers })
    await runLoad(origin, call, 2)
    const before = cpuMs(shop.pid)
    const { perSecond, p50, p99 } = await runLoad(origin, call, SECONDS)
    const perPage = (cpuMs(shop.pid) - before) / (perSecond * SECONDS)
    if (origin === bare.origin) reference = perSecond
    const figures = [Math.round(perSecond), (perSecond / reference).toFixed(2), p50, p99]
    console.log(`| ${[name, ...figures, origin === bare.origin ? '' : perPage.toFixed(2)].join(' | ')} |`)
  }
}

async function watchMemory(pages: Page[], minutes: number, mostPerSecond?: number): Promise<void> {
  const ours = pages.filter(([, origin]) => origin === shop.origin)
  const print = (when: string) =>
    console.log(`| ${when} | ${(residentKilobytes(shop.pid) / 1024).toFixed(0)} |`)
  console.log('| | MB |\n|---|--:|')
  print('before')
  const call = (n: number) => {
    const [, , path, headers] = ours[n % ours.length] as Page
    return { path, headers }
  }
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { perSecond } = await runLoad(shop.origin, call, 60, mostPerSecond)
    print(`minute ${minute}, ${Math.round(perSecond)} pages/s`)
  }
  await pause(60_000)
  print('a minute later')
}
