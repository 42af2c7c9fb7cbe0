import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../bin/builds.js'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { startControl } from '../src/live/sessions/contract.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { percentilesOf, type Percentiles } from './clock.ts'
import { residentKilobytes, startHelperProcess } from './helperProcess.ts'
import type { CommandArrival } from './provider.ts'
import { seedCatalog, type SeededCustomer } from './seed.ts'
import { seedToys } from './seedToys.ts'
import { openTcpProxy } from '../tests/chaos/faults/tcpProxy.ts'
import { COMMAND_INTERVAL_MS } from '../src/live/sessions/ui/commandSender.rules.ts'
import type { FingerRequest, FingerResult } from './fingers.ts'
import type { SocketRequest, SocketRunResult } from './sockets.ts'

/**
 * `npm run bench:live`: the live socket against a bare `ws` echo, the time from a command to the toy's provider, and the cost of an idle
 * socket. Load, server, echo, provider and PostgreSQL are processes of their own.
 */
const { values: options } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000' },
    sessions: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})
const [socketCount, sessionCount, seconds, rounds] = [
  options.sockets,
  options.sessions,
  options.seconds,
  options.rounds,
].map(Number) as [number, number, number, number]
const COMMANDS_A_SECOND = 12
/** The pause after many sockets were opened, before a process is measured. */
const SETTLE_MS = 5000
/** Round trips between browser and shop, in milliseconds. */
const ROUND_TRIPS_MS = [0, 20, 80, 200]
const FINGERS = 10
/** The milliseconds that the shop, the provider and a busy machine may add to a round trip. */
const ALLOWED_MS = 60
/** The least interval between two commands to a toy, in milliseconds. */
const PACE_MS = 100
const MINUTE_MS = 60_000
/** The creators who have toys already. */
const creators = new Set<string>()
const wanted = (part: string) => part.includes(options.only)

const postgres = await openPostgresServer()
const [url, providerUrl] = [await postgres.create(), await postgres.create()]
for (const each of [url, providerUrl]) await (await openPostgres(each)).close()
const { customers } = await seedCatalog(url, 100)
const heapFolder = await mkdtemp(join(tmpdir(), 'gloed-heap-'))
/** A process with these variables says what its objects take (`heapKilobytes`). */
const heapVariables = (name: string): Record<string, string> => ({
  HEAP_FILE: join(heapFolder, name),
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${join(import.meta.dirname, 'heapAfterCollection.ts')}`,
})
const echo = await startHelperProcess('echo.ts', heapVariables('bare'))
const provider = await startHelperProcess('provider.ts', { DATABASE_URL: providerUrl })
const load = await startHelperProcess('sockets.ts')
const ask = <T>(question: SocketRequest) => load.request<T>(question)
const echoOrigin = await echo.request<string>({})
const node = await startServer({
  env: {
    DATABASE_URL: url,
    BUILD_DIR: await ensureBuilt(process.execPath),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_FACTOR: '1000',
    LIVE_COUNTDOWN_SECONDS: '0',
    LOVENSE_API_BASE: `${await provider.request<string>({ ask: 'where' })}/simulator/lovense`,
    ...heapVariables('ours'),
  },
})
try {
  if (wanted('memory')) await measureMemory()
  if (wanted('echo')) await measureEcho()
  if (wanted('provider')) await measureProvider()
  if (wanted('delay')) await measureDelay()
} finally {
  await node.stop()
  await Promise.all([echo, provider, load].map(helper => helper.stop()))
  await postgres.close()
  await rm(heapFolder, { recursive: true })
}

async function withSockets<T>(
  origin: string,
  people: SeededCustomer[],
  toyIds: string[],
  work: () => Promise<T>,
): Promise<T> {
  await ask({ ask: 'open', origin, cookies: people.map(({ cookie }) => cookie), toyIds })
  try {
    return await work()
  } finally {
    await ask({ ask: 'close' })
  }
}

/** Echo and ours alternate, so that other load on the machine affects both. */
async function measureEcho(): Promise<void> {
  const people = customers.slice(0, socketCount)
  const turns: { ours: Percentiles[]; bare: Percentiles[] } = { ours: [], bare: [] }
  const turn = (origin: string, time: number) =>
    withSockets(origin, people, [], async () => {
      await ask({ ask: 'run', perSecond: COMMANDS_A_SECOND, seconds: 2 })
      return ask<SocketRunResult>({ ask: 'run', perSecond: COMMANDS_A_SECOND, seconds: time })
    })
  for (let round = 0; round < rounds; round += 1) {
    turns.bare.push((await turn(echoOrigin, seconds)).answers)
    const { answers, kinds } = await turn(node.origin, seconds)
    turns.ours.push(answers)
    console.error(turns.bare.at(-1), answers, kinds)
  }
  const of = (key: 'p50' | 'p99') => [turns.ours, turns.bare].map(all => median(all.map(each => each[key])))
  for (const [key, goal] of [
    ['p50', 2],
    ['p99', 3],
  ] as const) {
    const [ours = NaN, bare = NaN] = of(key)
    const ratio = ours / bare
    say([
      `${socketCount} sockets × ${COMMANDS_A_SECOND}/s, ${key} ms`,
      ours.toFixed(2),
      bare.toFixed(2),
      ratio.toFixed(2),
      `≤ ${goal}`,
      ratio <= goal ? 'met' : '**not met**',
    ])
  }
}

/** Commands are more frequent than the renewal of the previous one, and rare enough to be sent at once. */
async function measureProvider(): Promise<void> {
  const people = customers.slice(0, sessionCount)
  const toyIds = await addToys('steady', sessionCount)
  await withSockets(node.origin, people, toyIds, async () => {
    // They begin as customers do, one after the other: minutes are due at different times then.
    const begun = people.map((person, at) =>
      pause((at / sessionCount) * MINUTE_MS).then(() => start(person, toyIds[at] as string)),
    )
    await ask({ ask: 'run', perSecond: 2, seconds: 2 + MINUTE_MS / 1000 })
    await Promise.all(begun)
    for (let round = 0; round < rounds; round += 1) {
      await provider.request({ ask: 'take' })
      const ran = await ask<SocketRunResult>({ ask: 'run', perSecond: 2, seconds })
      const arrivals = await provider.request<CommandArrival[]>({ ask: 'take' })
      const there = percentilesOf(waysTo(ran.sent, arrivals))
      console.error(there, ran.answers, ran.kinds)
      say([
        `${sessionCount} sessions, a command to its provider, ms`,
        `p50 ${there.p50.toFixed(2)}, p99 ${there.p99.toFixed(2)}`,
        '',
        '',
        'p99 ≤ 25',
        there.p99 <= 25 ? 'met' : '**not met**',
      ])
    }
  })
}

/** From the finger to the acknowledgement, by the browser's own code, through a slow network. */
async function measureDelay(): Promise<void> {
  // The others control toys of the part before.
  const people = customers.slice(sessionCount, sessionCount + FINGERS)
  const toyIds = await addToys('fingers', FINGERS)
  await Promise.all(people.map((person, at) => start(person, toyIds[at] as string)))
  const fingers = await startHelperProcess('fingers.ts')
  for (const roundTripMs of ROUND_TRIPS_MS) {
    const proxy = await openTcpProxy(
      { host: '127.0.0.1', port: Number(new URL(node.origin).port) },
      roundTripMs / 2,
    )
    if (roundTripMs > 0) proxy.break('latency')
    const move = (request: FingerRequest) => fingers.request<FingerResult>(request)
    const cookies = people.map(({ cookie }) => cookie)
    await move({ ask: 'open', origin: `http://127.0.0.1:${proxy.port}`, cookies, toyIds })
    const first = await move({ ask: 'first', rounds: 5 })
    sayDelay(`first command, round trip ${roundTripMs} ms`, first, roundTripMs + ALLOWED_MS)
    const drag = await move({ ask: 'drag', seconds })
    const most = roundTripMs + ALLOWED_MS + COMMAND_INTERVAL_MS + PACE_MS
    sayDelay(`drag, round trip ${roundTripMs} ms`, drag, most)
    await move({ ask: 'close' })
    await proxy.close()
  }
  await fingers.stop()
}

function sayDelay(name: string, { delays, shown }: FingerResult, most: number): void {
  const figures = `p50 ${delays.p50.toFixed(0)}, p95 ${delays.p95.toFixed(0)}`
  const isMet = delays.p95 <= most
  say([
    name,
    figures,
    `shown p50 ${shown.p50.toFixed(0)}`,
    '',
    `p95 ≤ ${most}`,
    isMet ? 'met' : '**not met**',
  ])
}

/** The time from each command to its receipt by the provider; a command that a later one replaced is never received. */
function waysTo(sent: SocketRunResult['sent'], arrivals: CommandArrival[]): number[] {
  const byToy = Map.groupBy(arrivals, ({ toyId }) => toyId)
  return sent.flatMap(({ toyId, intensity, at }) => {
    const arrived = byToy.get(toyId)?.find(each => each.at > at && each.action === `Vibrate:${intensity}`)
    return arrived && arrived.at - at < 5000 ? [arrived.at - at] : []
  })
}

/** The size of its objects, and by how much the process grows, with the garbage that opening leaves behind until it is collected. */
async function measureMemory(): Promise<void> {
  for (const [name, origin, pid] of [
    ['bare', echoOrigin, echo.pid],
    ['ours', node.origin, node.pid],
  ] as const) {
    // The first sockets use memory that the process already has.
    await withSockets(origin, customers, [], async () => {
      await pause(SETTLE_MS)
      const before = { resident: residentKilobytes(pid), heap: await heapKilobytes(name, pid) }
      const more = [...customers, ...customers]
      await ask({ ask: 'open', origin, cookies: more.map(({ cookie }) => cookie), toyIds: [] })
      await pause(SETTLE_MS)
      const resident = (residentKilobytes(pid) - before.resident) / more.length
      const objects = ((await heapKilobytes(name, pid)) - before.heap) / more.length
      const figures = `objects ${objects.toFixed(1)} KB, resident ${resident.toFixed(1)} KB`
      say([`an idle socket, ${name}, of ${more.length}`, figures, '', '', '', ''])
    })
  }
}

/** The size of the objects of a process after all garbage was collected. */
async function heapKilobytes(name: 'bare' | 'ours', pid: number): Promise<number> {
  const file = join(heapFolder, name)
  await rm(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let bytes = ''; ; bytes = await readFile(file, 'utf8').catch(() => '')) {
    if (bytes !== '') return Number(bytes) / 1024
    await pause(50)
  }
}

async function start({ cookie }: SeededCustomer, toyDeviceId: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' }
  const body = JSON.stringify({ toyDeviceId })
  const { status } = await fetch(node.origin + startControl.path, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`a session did not start: ${status}`)
}

/** Adds a creator with toys. */
function addToys(name: string, count: number): Promise<string[]> {
  const owner = customers.at(-1 - creators.size)
  if (!owner) throw new Error('there are fewer customers than creators')
  creators.add(name)
  return seedToys({ shop: url, provider: providerUrl }, { ownerId: owner.userId, name, count })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function say(cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
