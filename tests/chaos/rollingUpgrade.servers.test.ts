import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ensureBuilt, programIn } from '../../bin/builds.js'
import { register } from '../../src/people/accounts/contract.ts'
import { purchaseMinutes } from '../../src/money/minutes/contract.ts'
import { stopControl } from '../../src/live/sessions/contract.ts'
import { casing } from '../../src/platform/db/db.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../src/live/sessions/meter.rules.ts'
import { pairAsCreator } from '../../src/live/toys/contract.ts'
import { addProduct, completePayment } from '../support/fixtures.ts'
import { quickPackage } from '../support/payments.ts'
import { startCaddy } from '../support/caddy.ts'
import { freePort } from '../support/port.ts'
import { openRedisServer, type RedisServer } from '../support/redis.ts'
import { openSeparateToyProvider } from '../support/separateToyProvider.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { openSharedPostgres } from '../support/sharedPostgres.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'
import { type LoggedCommand, ZERO } from '../support/toys.ts'
import { longestSilence, RUN_MS, runsOf, type ToyRuns } from './toyRuns.ts'
import { browse, load, openTab, order, type ControlTab } from './upgradeLoad.ts'

/**
 * `npm run chaos:upgrade`: two nodes of the version before, behind Caddy as it is deployed, are replaced one by one by this version while
 * customers browse, order and control toys; and one is put back, as after a bad release. Nobody may notice.
 */
const before = process.env['VERSION_BEFORE']
const run = promisify(execFile)

/** The most that an upgrade may silence a toy, in milliseconds. */
const SILENT_MS = 3000
const DRAIN_SECONDS = 5

const postgres = openSharedPostgres()
let redis: RedisServer
let provider: Awaited<ReturnType<typeof openSeparateToyProvider>>
let folder: string
let origin: string
let stopCaddy: () => void
let ports: [number, number]
let nodes: [ServerProcess, ServerProcess]
/** All that were started, oldest first. */
const started: { name: string; server: ServerProcess }[] = []
let builds: { before: string; now: string }
let url: string
let env: Record<string, string>

beforeAll(async () => {
  if (!before) return
  folder = await mkdtemp(join(tmpdir(), 'gloed-upgrade-'))
  builds = { before: await buildOf(before), now: await ensureBuilt(process.execPath) }
  redis = await openRedisServer()
  url = await postgres.create()
  ports = [await freePort(), await freePort()]
  origin = `http://127.0.0.1:${await freePort()}`
  provider = await openSeparateToyProvider(() => origin)
  env = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    SESSION_SECRET: 'a-session-secret-that-both-nodes-share',
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    STOREFRONT_ACCESS: 'public',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    RATE_LIMIT_FACTOR: '1000',
    LIVE_COUNTDOWN_SECONDS: '0',
    ...provider.env,
  }
  for (const part of ['media', 'files', 'assets', '0', '1']) await mkdir(join(folder, part))
  for (const node of ['0', '1'])
    for (const part of ['media', 'files', 'assets'])
      await symlink(join(folder, part), join(folder, node, part))
  nodes = [await start(0, 'before'), await start(1, 'before')]
  stopCaddy = await startCaddy({ folder, origin, nodes: ports.map(port => `127.0.0.1:${port}`) })
}, 600_000)
afterAll(async () => {
  if (!before) return
  stopCaddy()
  await Promise.all(nodes.map(node => node.stop()))
  await provider.close()
  await redis.close()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

/** Builds the sources in a folder with its own commands. */
async function buildOf(version: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(version, 'bin/build.js')], { cwd: version })
  return join(version, 'dist', stdout.trim().split('/').at(-1) ?? '')
}

async function start(node: 0 | 1, version: keyof typeof builds): Promise<ServerProcess> {
  const server = await startServer({
    dataDir: join(folder, String(node)),
    port: ports[node],
    env: { ...env, BUILD_DIR: builds[version] },
  })
  started.push({ name: `node ${node}, version ${version}`, server })
  return server
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function newCustomer(name: string): Promise<TestClient> {
  const client = createTestClient(origin)
  const account = { email: `${name}@example.nl`, password: 'een lang wachtwoord', displayName: name }
  expect((await client.call(register, account)).status).toBe(201)
  return client
}

/** Replaces a node, and waits until the proxy uses it. */
async function replace(node: 0 | 1, version: keyof typeof builds): Promise<void> {
  expect(await nodes[node].stop()).toBe(0)
  nodes[node] = await start(node, version)
  await pause(3000)
}

/** A creator with four toys at the separate provider, and a product that does not sell out. */
async function prepare(): Promise<{ toyIds: string[]; productId: string }> {
  const creator = await newCustomer('creator')
  await query(`update users set role = 'MODEL' where email = 'creator@example.nl'`)
  const { body } = await creator.call(pairAsCreator)
  const toyIds = await provider.simulator.scan(body.qrId)
  await query(`update toys set is_active = true where id in ('${toyIds.join("','")}')`)
  const pool = new pg.Pool({ connectionString: url })
  const { id: productId } = await addProduct({ db: drizzle(pool, { casing }) }, { stock: 100_000 })
  await pool.end()
  return { toyIds, productId }
}

it.skipIf(!before)(
  'nobody notices that both nodes are replaced, and that one is put back',
  { timeout: 300_000 },
  async () => {
    const { toyIds, productId } = await prepare()
    const names = ['mover', 'holder', 'leaver', 'buyer-1', 'buyer-2'] as const
    const customers = await Promise.all(names.map(newCustomer))
    for (const customer of customers.slice(0, 3)) {
      const { body } = await customer.call(purchaseMinutes, quickPackage)
      await completePayment(body.paymentUrl as string, 'paid')
    }
    const [mover, holder, leaver] = (await Promise.all(
      customers.slice(0, 3).map((customer, index) => openTab(origin, customer, toyIds[index] ?? '')),
    )) as [ControlTab, ControlTab, ControlTab]

    let isOver = false
    const beganAt = Date.now()
    await holder.play(12)
    await leaver.play(7)
    const moving = (async () => {
      for (let count = 0; !isOver; count += 1) {
        await mover.play(1 + (count % 20))
        await pause(140)
      }
    })()
    const buyers = customers.slice(3)
    const work = [
      browse(origin, () => isOver),
      browse(origin, () => isOver),
      ...buyers.map(buyer => order(buyer, productId, () => isOver)),
    ] as const
    await pause(3000)

    await replace(0, 'now')
    const leftAt = Date.now()
    leaver.connection.close()
    await replace(1, 'now')
    await replace(0, 'before')

    isOver = true
    const endedAt = Date.now()
    await moving
    const ordered = (await Promise.all(work)).flat().filter(id => id !== undefined)
    for (const customer of customers.slice(0, 2)) expect((await customer.call(stopControl)).status).toBe(200)
    const stoppedAt = Date.now()
    holder.connection.close()
    mover.connection.close()
    await pause(RUN_MS + 500)

    const log = await provider.simulator.log()
    const [moved, held, left] = toyIds.slice(0, 3).map(toyId => runsOf(log, toyId)) as [
      ToyRuns,
      ToyRuns,
      ToyRuns,
    ]
    const silences = {
      moved: longestSilence(moved, beganAt + 1000, endedAt),
      held: longestSilence(held, beganAt + 1000, endedAt),
    }
    const [sold] = await query<{ paid: number; invoiced: number }>(
      `select count(*) filter (where status <> 'PENDING')::int as paid, (select count(*)::int from invoices where kind = 'INVOICE' and subject_id in ('${ordered.join("','")}')) as invoiced
       from orders where id in ('${ordered.join("','")}')`,
    )
    console.log(
      `${load.answered} answers, ${load.refused.length} refused, ${load.retried} commands sent again; ${ordered.length} orders; still for ${silences.moved} ms (moved) and ${silences.held} ms (held) at most`,
    )
    expect(load.refused).toEqual([])
    expect(silences.moved).toBeLessThanOrEqual(SILENT_MS)
    expect(silences.held, describe(log, toyIds[1], beganAt)).toBeLessThanOrEqual(SILENT_MS)
    // A level that was held stays as its controller asked for it.
    expect(new Set(actionsOf(log, toyIds[1]))).toEqual(new Set(['Vibrate:12', 'Stop']))
    // A stop is answered before its provider is: at the latest the command ends by itself.
    expect(moved.at(-1)?.[1]).toBeLessThanOrEqual(stoppedAt + RUN_MS)
    expect(held.at(-1)?.[1]).toBeLessThanOrEqual(stoppedAt + RUN_MS)
    expect(left.at(-1)?.[1]).toBeLessThanOrEqual(leftAt + HEARTBEAT_TIMEOUT_MS + RUN_MS)
    expect(sold?.paid).toBe(ordered.length)
    await until(async () => {
      const open = `select name, state, output from pgboss.job where state not in ('completed') and start_after < now() and name not like '\\_\\_pgboss%'`
      expect(await query(open)).toEqual([])
    })
    await expectMinutes(endedAt - beganAt)
    const books = run(process.execPath, [programIn(builds.now, 'reconcile')], {
      env: { ...process.env, ...env, BUILD_DIR: builds.now, DATA_DIR: join(folder, '1') },
    })
    expect((await books).stdout).toContain('De boeken kloppen.')
  },
)

/** The commands of a toy, each with its milliseconds since the beginning, and the logs of all nodes, also those that were replaced. */
const describe = (log: LoggedCommand[], toyId: string | undefined, beganAt: number): string =>
  [
    ...log
      .filter(({ body }) => body.toy === toyId)
      .map(({ at, body }) => `${Date.parse(at) - beganAt} ${body.action}`),
    ...started.map(({ name, server }) => `${name}:\n${server.logs().slice(-20_000)}`),
  ].join('\n')

const actionsOf = (log: LoggedCommand[], toyId: string | undefined) =>
  log.filter(({ body }) => body.toy === toyId && body.action !== ZERO).map(({ body }) => body.action)

/** A player who played to the end paid for each minute that began, and a player who left paid for no more than was played. */
async function expectMinutes(playedMs: number): Promise<void> {
  const rows = await query<{ name: string; minutes: number }>(
    `select display_name as name, minutes_used as minutes from toy_control_sessions join users on users.id = user_id`,
  )
  const paid = Object.fromEntries(rows.map(({ name, minutes }) => [name, minutes]))
  for (const name of ['mover', 'holder']) {
    expect(paid[name]).toBeGreaterThanOrEqual(Math.floor(playedMs / 60_000))
    expect(paid[name]).toBeLessThanOrEqual(Math.ceil((playedMs + 10_000) / 60_000))
  }
  expect(paid['leaver']).toBeLessThanOrEqual(Math.ceil(playedMs / 60_000))
}
