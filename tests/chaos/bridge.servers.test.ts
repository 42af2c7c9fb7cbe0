import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import {
  readControlSession,
  sendCommand,
  startControl,
  stopControl,
} from '../../src/live/sessions/contract.ts'
import { openCreatorBrowser } from '../support/creatorBrowser.ts'
import { openSharedPostgres, type SharedPostgres } from '../support/sharedPostgres.ts'
import { setMinutes } from '../support/minutes.ts'
import { openRedisServer, type RedisServer } from '../support/redis.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'

/**
 * Two real nodes, a customer at the first and the creator's tab at the second: commands for the toy are relayed from one to the
 * other. Whichever of them fails, the device's own log shows that it stopped in time.
 */
type Name = 'one' | 'two'

const SILENT_MS = 3000
let postgres: SharedPostgres
let redis: RedisServer
let url: string
let folders: Record<Name, string>
let nodes: Record<Name, ServerProcess>
let customers: Record<Name, TestClient>
let tab: Awaited<ReturnType<typeof openCreatorBrowser>>
let toyDeviceId: string
vi.setConfig({ testTimeout: 120_000 })
/** This process drives the device, so the time that the process itself was paused is not counted. */
const stalls = monitorEventLoopDelay({ resolution: 10 })

beforeAll(async () => {
  postgres = openSharedPostgres()
  redis = await openRedisServer()
  url = await postgres.create()
  const folder = () => mkdtemp(join(tmpdir(), 'gloed-bridge-'))
  folders = { one: await folder(), two: await folder() }
  nodes = { one: await open('one'), two: undefined as unknown as ServerProcess }
  nodes.two = await open('two')
  customers = { one: await signIn('one', 'USER'), two: await signIn('two', 'USER') }
  const creator = await signIn('two', 'MODEL')
  tab = await openCreatorBrowser(nodes.two.origin, creator.cookie())
  toyDeviceId = await until(activate)
}, 180_000)
afterAll(async () => {
  await tab.close()
  await Promise.all([nodes.one.stop(), nodes.two.stop()])
  await Promise.all([postgres.close(), redis.close()])
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true })
})
beforeEach(takeControl)
afterEach(() => until(async () => expectOneOf([200, 204], (await customers.two.call(stopControl)).status)))

async function activate(): Promise<string> {
  const [toy] = await query(
    `update toys set is_active = true, on_air = true, on_air_until = now() + interval '1 day'
     where provider = 'BUTTPLUG' returning id`,
  )
  if (!toy) throw new Error('the tab has not reported yet')
  return toy['id'] as string
}

/** Node one gets the first command for the toy, and so its lease. */
async function takeControl() {
  await query(setMinutes(200))
  await until(async () =>
    expectOneOf([201], (await customers.one.call(startControl, { toyDeviceId })).status),
  )
  await untilTaken('one', 9)
  await tab.untilLevel(9)
  stalls.reset()
  stalls.enable()
}

const expectOneOf = (statuses: number[], status: number) => expect(statuses).toContain(status)

const open = async (name: Name, port?: number) =>
  startServer({
    dataDir: folders[name],
    ...(port && { port }),
    env: {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      SESSION_SECRET: 'a-session-secret-that-both-nodes-share',
      DEMO: 'small',
      RATE_LIMIT_FACTOR: '1000',
      LIVE_COUNTDOWN_SECONDS: '0',
      BUILD_DIR: process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath)),
    },
  })

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
const beat = (name: Name) => customers[name].call(readControlSession)
const run = (name: Name, intensity: number) =>
  customers[name].call(sendCommand, { toyDeviceId, command: 'vibrate', intensity })

const untilTaken = (name: Name, intensity: number) =>
  until(async () => {
    await beat(name)
    expectOneOf([200], (await run(name, intensity)).status)
  })

async function signIn(name: Name, role: 'USER' | 'MODEL'): Promise<TestClient> {
  const account = demoAccounts.find(account => account.role === role)
  const one = createTestClient(nodes[name].origin)
  const credentials = { email: account?.email, password: account?.password }
  expectOneOf([200], (await one.request('POST', '/api/login', credentials)).status)
  return one
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

/** The device is stopped, and was stopped within the limit. */
async function expectSilenceFrom(at: number): Promise<void> {
  await tab.untilLevel(0)
  const silentAt = tab.timeline().at(-1)?.at ?? Infinity
  expect(silentAt - at).toBeLessThanOrEqual(SILENT_MS + stalls.max / 1e6)
}

/** The device stays stopped. */
async function expectStill(): Promise<void> {
  const { length } = tab.timeline()
  await pause(1500)
  expect(tab.timeline()).toHaveLength(length)
  expect(tab.level()).toBe(0)
}

it('a command at one node runs the device at the other, is renewed, and is stopped', async () => {
  for (let command = 1; command <= 12; command += 1) {
    const name = command % 2 ? 'two' : 'one'
    expect((await run(name, 5 + command)).status).toBe(200)
    await beat(name)
  }
  await tab.untilLevel(17)
  for (let beats = 0; beats < 8; beats += 1) {
    await beat('one')
    await pause(400)
  }
  await tab.untilLevel(17)
  expect((await customers.one.call(sendCommand, { toyDeviceId, command: 'stop' })).status).toBe(200)
  await tab.untilLevel(0)
  await expectStill()
  expect(tab.server.refusals).toEqual([])
})

it('when the node of the customer is killed, the device stops and the other node continues the session', async () => {
  const { port } = new URL(nodes.one.origin)
  await nodes.one.kill()
  await expectSilenceFrom(Date.now())
  await untilTaken('two', 4)
  await tab.untilLevel(4)
  expect((await beat('two')).body).toMatchObject({ status: 'ACTIVE', output: { intensity: 4 } })
  nodes.one = await open('one', Number(port))
})

it('when the node of the tab freezes, the device stops, and commands that waited there do not run it later', async () => {
  process.kill(nodes.two.pid, 'SIGSTOP')
  try {
    await expectSilenceFrom(Date.now())
    await beat('one')
    expect((await run('one', 6)).status).toBe(503)
  } finally {
    process.kill(nodes.two.pid, 'SIGCONT')
  }
  await expectStill()
  await untilTaken('one', 7)
  await tab.untilLevel(7)
})

it('when the node of the tab is killed, the device stops and runs again through the node that the tab connects to', async () => {
  const { port } = new URL(nodes.two.origin)
  await nodes.two.kill()
  await expectSilenceFrom(Date.now())
  tab.moveTo(nodes.one.origin)
  await untilTaken('one', 8)
  await tab.untilLevel(8)
  expect((await beat('one')).body).toMatchObject({ status: 'ACTIVE', output: { intensity: 8 } })
  nodes.two = await open('two', Number(port))
})
