import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { pairAsCreator } from '../../src/live/toys/contract.ts'
import { openSharedPostgres, type SharedPostgres } from '../support/sharedPostgres.ts'
import { openSeparateToyProvider } from '../support/separateToyProvider.ts'
import { setMinutes } from '../support/minutes.ts'
import { openRedisServer, type RedisServer } from '../support/redis.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'
import { ZERO } from '../support/toys.ts'

/**
 * Two real nodes on one database, and one toy: whichever node fails, only one of them runs the toy. Each uses a provider token of
 * its own, so that the provider can tell which node sent a command.
 */
type Name = 'one' | 'two'

/** The most that a toy may run on after control is lost, in milliseconds. */
const SILENT_MS = 3000
let postgres: SharedPostgres
let redis: RedisServer
let url: string
let provider: Awaited<ReturnType<typeof openSeparateToyProvider>>
let folders: Record<Name, string>
let nodes: Record<Name, ServerProcess>
let customers: Record<Name, TestClient['call']>
let toyIds: string[]
let toyId: string

beforeAll(async () => {
  postgres = openSharedPostgres()
  redis = await openRedisServer()
  url = await postgres.create()
  provider = await openSeparateToyProvider(() => nodes.two.origin)
  const folder = () => mkdtemp(join(tmpdir(), 'gloed-nodes-'))
  folders = { one: await folder(), two: await folder() }
  nodes = { one: await open('one'), two: undefined as unknown as ServerProcess }
  nodes.two = await open('two')
  customers = { one: await signIn('one', 'USER'), two: await signIn('two', 'USER') }
  const { body } = await (await signIn('two', 'MODEL'))(pairAsCreator)
  // The past sessions of the demo are of its toys.
  await query('delete from sessions; delete from toy_control_sessions; delete from toys')
  toyIds = await provider.simulator.scan(body.qrId)
  toyId = toyIds[0] as string
  await query(`update toys set is_active = true, on_air = true, on_air_until = now() + interval '1 day'`)
}, 180_000)
afterAll(async () => {
  await Promise.all([nodes.one.stop(), nodes.two.stop()])
  await provider.close()
  await Promise.all([postgres.close(), redis.close()])
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true })
})
beforeEach(takeControl)
afterEach(() => until(async () => expectOneOf([200, 204], (await customers.two(stopControl)).status)))

/** Node one gets the first command for the toy, and so its lease. */
async function takeControl() {
  await query(setMinutes(200))
  await until(async () =>
    expectOneOf([201], (await customers.one(startControl, { toyDeviceId: toyId })).status),
  )
  await until(async () => expectOneOf([200], (await run('one', 9)).status))
  await provider.simulator.untilLevel(toyId, 9)
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
      LOVENSE_TOKEN: name,
      BUILD_DIR: process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath)),
      ...provider.env,
    },
  })

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
const beat = (name: Name) => customers[name](readControlSession)
const run = (name: Name, intensity: number) =>
  customers[name](sendCommand, { toyDeviceId: toyId, command: 'vibrate', intensity })
const toy = async () => (await provider.simulator.toys()).find(({ id }) => id === toyId)

async function signIn(name: Name, role: 'USER' | 'MODEL'): Promise<TestClient['call']> {
  const account = demoAccounts.find(account => account.role === role)
  const one = createTestClient(nodes[name].origin)
  const credentials = { email: account?.email, password: account?.password }
  expectOneOf([200], (await one.request('POST', '/api/login', credentials)).status)
  return (endpoint, input, headers) => one.call(endpoint, input, headers)
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

/** The requests for the toy in the provider's log from an index on, such as `one Vibrate:9`. */
const heardSince = async (place: number): Promise<string[]> =>
  (await provider.simulator.log())
    .slice(place)
    .filter(({ body }) => body.toy === toyId)
    .map(({ body }) => `${(body as { token?: string }).token} ${body.action ?? 'Pattern'}`)
const place = async () => (await provider.simulator.log()).length
const isRun = (heard: string) => !heard.endsWith(' Stop') && !heard.endsWith(` ${ZERO}`)

/** The toy stopped within the limit, by the provider's log. */
async function expectSilenceFrom(at: number): Promise<void> {
  const { runningUntil } = (await toy()) ?? {}
  if (runningUntil) expect(Date.parse(runningUntil)).toBeLessThanOrEqual(at + SILENT_MS)
}

it('one node carries out the commands that both receive, and a stop at either stops the toy', async () => {
  const since = await place()
  for (let command = 1; command <= 30; command += 1) {
    const name = command % 2 ? 'two' : 'one'
    expect((await run(name, 1 + (command % 20))).status).toBe(200)
    await beat(name)
  }
  expect((await toy())?.level).toBe(11)
  await until(async () => expect((await beat('two')).body).toMatchObject({ output: { intensity: 11 } }))
  const heard = await heardSince(since)
  expect(heard.filter(isRun).length).toBeGreaterThan(10)
  expect(heard.filter(each => isRun(each) && !each.startsWith('one'))).toEqual([])

  expect((await customers.two(sendCommand, { toyDeviceId: toyId, command: 'stop' })).status).toBe(200)
  await provider.simulator.untilLevel(toyId, 0)
  const stopped = await place()
  for (let beats = 0; beats < 8; beats += 1) {
    await beat('two')
    await pause(250)
  }
  expect((await heardSince(stopped)).filter(isRun)).toEqual([])
  // Only the node that controls the toy confirms the stop: the other could end a newer command by it.
  const stops = (await heardSince(since)).filter(each => each.endsWith(' Stop'))
  expect(stops.filter(each => each === 'two Stop')).toHaveLength(1)
  // Thrice, and once more for each that is answered late.
  expect(stops.filter(each => each === 'one Stop').length).toBeGreaterThanOrEqual(3)
  expect((await run('two', 6)).status).toBe(200)
  expect((await toy())?.level).toBe(6)
})

it('a frozen node loses the lease to the other, and sends nothing when it resumes', async () => {
  process.kill(nodes.one.pid, 'SIGSTOP')
  try {
    await expectSilenceFrom(Date.now())
    // Heartbeats and commands go to the other node from now on.
    await until(async () => {
      await beat('two')
      expect((await run('two', 5)).status).toBe(200)
    })
    expect((await toy())?.level).toBe(5)
  } finally {
    process.kill(nodes.one.pid, 'SIGCONT')
  }
  const woken = await place()
  for (let beats = 0; beats < 12; beats += 1) {
    expect((await beat('two')).body).toMatchObject({ status: 'ACTIVE', output: { intensity: 5 } })
    expect((await toy())?.level).toBe(5)
    await pause(250)
  }
  const heard = await heardSince(woken)
  expect(heard.filter(each => each.startsWith('one'))).toEqual([])
  expect(heard.filter(each => each.startsWith('two')).length).toBeGreaterThan(1)
  // It knows which node has the lease, and forwards the commands that it receives.
  expect((await run('one', 7)).status).toBe(200)
  expect((await toy())?.level).toBe(7)
  expect((await heardSince(woken)).at(-1)).toBe('two Vibrate:7')
})

it('when a node is killed, the toy stops, the other node takes the session, and a new node leaves the session alone', async () => {
  const { port } = new URL(nodes.one.origin)
  await nodes.one.kill()
  await expectSilenceFrom(Date.now())
  await until(async () => {
    await beat('two')
    expect((await run('two', 4)).status).toBe(200)
  })
  expect((await toy())?.level).toBe(4)

  const before = await place()
  const pulse = setInterval(() => void beat('two'), 500)
  try {
    nodes.one = await open('one', Number(port))
  } finally {
    clearInterval(pulse)
  }
  expect((await toy())?.level).toBe(4)
  expect((await heardSince(before)).filter(each => each.startsWith('one'))).toEqual([])
  // The other node may still owe stops to toys of earlier tests.
  const swept = (await provider.simulator.log())
    .slice(before)
    .map(({ body }) => body as typeof body & { token?: string })
    .filter(({ action, token }) => action === 'Stop' && token === 'one')
  expect(new Set(swept.map(({ toy }) => toy))).toEqual(new Set(toyIds.slice(1)))
})
