import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../tests/support/port.ts'
import { openPostgresServer, query } from '../tests/support/postgres.ts'
import { cpuMs, residentKilobytes } from './helperProcess.ts'

/**
 * `npm run bench:start`: how long `npm start` takes on existing demo data until `/readyz` answers 200, its memory then, and its work while
 * nobody is there, on PostgreSQL and on the embedded database.
 *
 * `--rounds 5` starts each, three times `--idle 60` seconds of rest: in the first, V8 still compiles warm code.
 */

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(process.argv[at + 1])
}
const rounds = option('rounds', 5)
const idleSeconds = option('idle', 60)

const postgres = await openPostgresServer()
const folder = await mkdtemp(join(tmpdir(), 'gloed-bench-start-'))
try {
  const databaseUrl = await postgres.create()
  // Its transactions would be counted: for each table that the demo filled, a minute after it did.
  await query(databaseUrl, 'alter system set autovacuum = off')
  await query(databaseUrl, 'select pg_reload_conf()')
  print('| | PostgreSQL | embedded |')
  print('|---|--:|--:|')
  const measured = [
    await measure(join(folder, 'postgres'), databaseUrl),
    await measure(join(folder, 'embedded'), undefined),
  ]
  for (const name of Object.keys(measured[0] ?? {}))
    print(`| ${[name, ...measured.map(each => each[name] ?? '')].join(' | ')} |`)
} finally {
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function measure(dataDir: string, databaseUrl: string | undefined): Promise<Record<string, string>> {
  const initial = await startShop(dataDir, databaseUrl)
  // The first start of a build keeps its compiled code a moment after it is ready (`src/platform/codeCache.ts`).
  await pause(2000)
  await initial.stop()
  const starts: number[] = []
  const cpuAtStart: number[] = []
  const start = async () => {
    const shop = await startShop(dataDir, databaseUrl)
    starts.push(shop.seconds)
    cpuAtStart.push(cpuMs(serverOf(shop.pid)) / 1000)
    return shop
  }
  for (let round = 1; round < rounds; round += 1) await (await start()).stop()
  const shop = await start()
  const pid = serverOf(shop.pid)
  await pause(10_000)
  const afterStart = residentKilobytes(pid)
  const first = await measureRest(pid, databaseUrl)
  await pause(idleSeconds * 1000)
  const third = await measureRest(pid, databaseUrl)
  await shop.stop()
  return {
    'first start with demo data, s': initial.seconds.toFixed(1),
    [`start on existing data, s (${rounds} times)`]: starts.map(each => each.toFixed(2)).join(' '),
    'of it in the server’s processor, s': cpuAtStart.map(each => each.toFixed(2)).join(' '),
    'memory 10 s after the start, MB': megabytes(afterStart),
    [`memory after ${idleSeconds} s of rest, MB`]: megabytes(first.resident),
    [`memory after ${3 * idleSeconds} s of rest, MB`]: megabytes(third.resident),
    [`transactions/s in the first ${idleSeconds} s of rest`]: first.transactions,
    [`transactions/s in the third ${idleSeconds} s`]: third.transactions,
    [`of a core in the first ${idleSeconds} s, %`]: first.ofCore,
    [`of a core in the third ${idleSeconds} s, %`]: third.ofCore,
  }
}

async function measureRest(pid: number, databaseUrl: string | undefined) {
  const before = await snapshot(pid, databaseUrl)
  await pause(idleSeconds * 1000)
  const after = await snapshot(pid, databaseUrl)
  return {
    resident: after.resident,
    transactions: databaseUrl ? ((after.transactions - before.transactions) / idleSeconds).toFixed(1) : '',
    ofCore: ((100 * (after.cpuSeconds - before.cpuSeconds)) / idleSeconds).toFixed(1),
  }
}

function megabytes(kilobytes: number): string {
  return (kilobytes / 1024).toFixed(0)
}

/** Starts a shop as its owner does, and waits until it is ready. */
async function startShop(dataDir: string, databaseUrl: string | undefined) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  await untilReady(port, child)
  const seconds = (performance.now() - began) / 1000
  return {
    pid: child.pid as number,
    seconds,
    async stop() {
      const ended = once(child, 'exit')
      process.kill(-(child.pid as number), 'SIGTERM')
      await ended
    },
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(10)
  }
  throw new Error(`the shop ended with ${child.exitCode}`)
}

/** The process of the server below that of npm. */
function serverOf(pid: number): number {
  const child = /\d+/.exec(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
  return child ? serverOf(Number(child[0])) : pid
}

async function snapshot(pid: number, databaseUrl: string | undefined) {
  return {
    resident: residentKilobytes(pid),
    cpuSeconds: cpuMs(pid) / 1000,
    transactions: databaseUrl ? await transactionsOf(databaseUrl) : 0,
  }
}

async function transactionsOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    `select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`,
  )
  await client.end()
  return Number(rows[0]?.count)
}
