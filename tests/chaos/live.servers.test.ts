import { setMinutes } from '../support/minutes.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import {
  listSessions,
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
} from '../../src/live/sessions/contract.ts'
import { HEARTBEAT_TIMEOUT_MS } from '../../src/live/sessions/meter.rules.ts'
import { pairAsCreator } from '../../src/live/toys/contract.ts'
import { openPostgresServer, type PostgresServer } from '../support/postgres.ts'
import { openSeparateToyProvider } from '../support/separateToyProvider.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'

/**
 * The real server is killed, and so is its database, while a toy runs. The provider is a separate process that keeps running, so that the
 * test reads the toy's state from it.
 */
/** The most that a toy may run on after control is lost, in milliseconds. */
const LEASE_MS = 3000
/** How often the server is killed; `CHAOS_ROUNDS=50` for a long run. */
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 3)
/** How long the provider takes to answer while the server starts again. */
const LATENCY_MS = 700

let postgres: PostgresServer
let url: string
let dataDir: string
let provider: Awaited<ReturnType<typeof openSeparateToyProvider>>
let simulator: (typeof provider)['simulator']
let server: ServerProcess
let env: Record<string, string>
let toyIds: string[]
let customer: TestClient
let pulse: NodeJS.Timeout | undefined

beforeAll(async () => {
  postgres = await openPostgresServer()
  url = await postgres.create()
  dataDir = await mkdtemp(join(tmpdir(), 'gloed-chaos-'))
  provider = await openSeparateToyProvider(() => server.origin)
  simulator = provider.simulator
  env = {
    DATABASE_URL: url,
    DEMO: 'small',
    RATE_LIMIT_FACTOR: '1000',
    LIVE_COUNTDOWN_SECONDS: '0',
    ...provider.env,
    BUILD_DIR: process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath)),
  }
  server = await startServer({ dataDir, env })
  customer = await signIn('USER')
  const { body } = await (await signIn('MODEL')).call(pairAsCreator)
  // Only the simulator inside the server has the demo's toys, and its reports are no longer accepted from here on.
  // The past sessions of the demo are of its toys.
  await query('delete from sessions; delete from toy_control_sessions; delete from toys')
  toyIds = await simulator.scan(body.qrId)
  await query(`update toys set is_active = true, on_air = true, on_air_until = now() + interval '1 day'`)
}, 180_000)
afterAll(async () => {
  await server.stop()
  await provider.close()
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(takeControl)
afterEach(async () => {
  clearInterval(pulse)
  await simulator.inject({})
  await until(async () => expectOneOf([200, 204], (await customer.call(stopControl)).status))
})

/** The customer controls the first toy, which runs at level 12, and sends a heartbeat twice a second. */
async function takeControl() {
  await query(setMinutes(20))
  await until(async () =>
    expectOneOf([201], (await customer.call(startControl, { toyDeviceId: toyIds[0] })).status),
  )
  pulse = setInterval(() => void customer.call(readControlSession).catch(() => undefined), 500)
  expectOneOf([200], (await run(12)).status)
  await simulator.untilLevel(toyIds[0] as string, 12)
}

const expectOneOf = (statuses: number[], status: number) => expect(statuses).toContain(status)

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
const run = (intensity: number) =>
  customer.call(sendCommand, { toyDeviceId: toyIds[0], command: 'vibrate', intensity })
const toy = async () => (await simulator.toys()).find(({ id }) => id === toyIds[0])

async function signIn(role: 'USER' | 'MODEL'): Promise<TestClient> {
  const account = demoAccounts.find(account => account.role === role)
  const one = createTestClient(server.origin)
  const { status } = await one.request('POST', '/api/login', {
    email: account?.email,
    password: account?.password,
  })
  expect(status).toBe(200)
  return one
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

const restart = async () =>
  void (server = await startServer({ dataDir, env, port: Number(new URL(server.origin).port) }))

it('kill -9: the toy stops within three seconds, and the session continues after the restart', async () => {
  // Long enough for renewals: the limit counts from the last of them.
  await until(async () =>
    expect(
      (await simulator.asked(toyIds[0] as string)).filter(asked => asked === 'Vibrate:12').length,
    ).toBeGreaterThan(2),
  )
  await server.kill()
  const killedAt = Date.now()
  const { runningUntil } = (await toy()) ?? {}
  expect(Date.parse(runningUntil ?? '')).toBeLessThanOrEqual(killedAt + LEASE_MS)
  await simulator.untilLevel(toyIds[0] as string, 0)

  // Before the server listens, it sent every known toy a stop, which was acknowledged.
  await simulator.inject({ latencyMs: LATENCY_MS })
  const { length } = await simulator.log()
  await restart()
  const listening =
    server
      .logs()
      .split('\n')
      .find(line => line.includes('Server listening')) ?? ''
  const listensAt = Date.parse((JSON.parse(listening) as { time: string }).time)
  const swept = (await simulator.log()).slice(length).filter(({ body }) => body.action === 'Stop')
  expect(new Set(swept.map(({ body }) => body.toy))).toEqual(new Set(toyIds))
  // The later ones confirm the first of each toy.
  for (const toyId of toyIds) {
    const first = swept.find(({ body }) => body.toy === toyId)?.at ?? ''
    expect(Date.parse(first) + LATENCY_MS).toBeLessThanOrEqual(listensAt)
  }
  await simulator.inject({})

  const { body: session } = await customer.call(readControlSession)
  expect(session).toMatchObject({ status: 'ACTIVE', stoppedBy: null, output: null })
  expect((await toy())?.level).toBe(0)
  expect((await run(5)).status).toBe(200)
  expect((await toy())?.level).toBe(5)
})

it(
  'kill -9 repeatedly: the toy stops within three seconds each time, and no customer pays for more than was controlled',
  { timeout: ROUNDS * 60_000 },
  async () => {
    const late: number[] = []
    let controlledMs = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const activeAt = Date.now()
      await until(async () => expectOneOf([200], (await run(1 + (round % 20))).status))
      // At a random moment: between two renewals, during one, or with a command in flight.
      await pause(Math.random() * 1500)
      if (round % 2) void run(20).catch(() => undefined)
      await server.kill()
      const killedAt = Date.now()
      controlledMs += killedAt - activeAt + HEARTBEAT_TIMEOUT_MS
      const { runningUntil } = (await toy()) ?? {}
      if (runningUntil) late.push(Date.parse(runningUntil) - killedAt)
      await simulator.untilLevel(toyIds[0] as string, 0)
      await restart()
      expect((await toy())?.level).toBe(0)
      await until(async () => expectOneOf([200], (await customer.call(readControlSession)).status))
    }
    expect(late.length).toBeGreaterThan(0)
    expect(Math.max(...late)).toBeLessThanOrEqual(LEASE_MS)
    const rows = await query(
      'select minutes_used, status from toy_control_sessions order by created_at desc limit 1',
    )
    expect(Number(rows[0]?.['minutes_used']) * 60_000).toBeLessThanOrEqual(controlledMs)
    expect(await query('select * from users where minutes_balance < 0')).toEqual([])
    console.log(
      `${ROUNDS} rounds: the toy ran on for ${Math.max(...late)} ms at most, ${String(rows[0]?.['minutes_used'])} minutes charged of ${Math.round(controlledMs / 1000)} s controlled`,
    )
  },
)

it('kill -9 and a long downtime: the session ends by the rules', async () => {
  await server.kill()
  clearInterval(pulse)
  // As if the last heartbeat was 10 minutes ago.
  await query(
    `update toy_control_sessions set heartbeat_at = heartbeat_at - interval '10 minutes',
       metered_at = metered_at - interval '10 minutes' where status = 'ACTIVE'`,
  )
  await restart()
  const [row] = await query('select * from toy_control_sessions order by created_at desc limit 1')
  expect(row).toMatchObject({ status: 'STOPPED', stopped_by: 'SYSTEM', stop_reason: 'CONTROLLER_LOST' })
  expect((await customer.call(listSessions)).body[0]).toMatchObject({ minutesPurchased: 0, cost: 0 })
  expect(await query('select minutes_balance from users where minutes_balance <> 20')).toEqual([])
})

it('SIGTERM: the toy is stopped before the server exits', async () => {
  expect(await server.stop()).toBe(0)
  expect((await toy())?.level).toBe(0)
  expect((await simulator.asked(toyIds[0] as string)).at(-1)).toBe('Stop')
  await restart()
  expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
})

it('when the database fails, commands return 503, the toy stops by itself, and everything works again afterwards', async () => {
  await postgres.kill()
  const killedAt = Date.now()
  await until(async () => expect((await run(3)).status).toBe(503))
  expect(await customer.call(stopControl)).toMatchObject({ status: 503 })
  await simulator.untilLevel(toyIds[0] as string, 0)
  expect(Date.now()).toBeLessThanOrEqual(killedAt + LEASE_MS)
  await postgres.start()
  await until(async () => expect((await customer.call(readControlSession)).status).toBe(200))
  expect((await customer.call(readControlSession)).body).toMatchObject({ status: 'ACTIVE' })
  expect((await toy())?.level).toBe(0)
  await until(async () => expect((await run(4)).status).toBe(200))
  expect((await toy())?.level).toBe(4)
})

it('when the database does not answer at all, the toy is stopped within three seconds too', async () => {
  await postgres.freeze()
  const frozenAt = Date.now()
  await simulator.untilLevel(toyIds[0] as string, 0)
  const { length } = await simulator.log()
  await postgres.thaw()
  const stop = (await simulator.log()).slice(0, length).findLast(({ body }) => body.action === 'Stop')
  expect(Date.parse(stop?.at ?? '')).toBeGreaterThan(frozenAt)
  expect(Date.parse(stop?.at ?? '')).toBeLessThanOrEqual(frozenAt + LEASE_MS)
  await until(async () => expect((await run(4)).status).toBe(200))
})

it('when the provider hangs, the toy stops by itself within three seconds of the stop', async () => {
  await simulator.inject({ latencyMs: 600_000 })
  const stoppedAt = Date.now()
  expect((await customer.call(stopControl)).status).toBe(200)
  const { runningUntil } = (await toy()) ?? {}
  if (runningUntil) expect(Date.parse(runningUntil)).toBeLessThanOrEqual(stoppedAt + LEASE_MS)
  await simulator.untilLevel(toyIds[0] as string, 0)
})
