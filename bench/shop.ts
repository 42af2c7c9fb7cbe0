import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../bin/builds.js'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { compareWithCommit } from './against.ts'
import { startBaseline } from './startBaseline.ts'
import { casesFor, listPath, productPath, type BenchCase } from './cases.ts'
import { runLoad, type LoadResult } from './load.ts'
import { formatReport, type BenchResult } from './report.ts'
import { seedCatalog } from './seed.ts'

/**
 * `npm run bench`: the shop's calls against bare ones, on a PostgreSQL of its own, with one server process. `--quick` for a rough result,
 * `--sizes 1000,100000` and `--only list,cart` for a part of it. `--against HEAD~20` measures them against those of another commit instead,
 * in turns, at the first size, and exits with 1 when one got slower.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '1000,10000,100000' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
  },
})
// With both cores busy V8 takes some ten seconds to compile hot code; a shop runs for days.
const { rounds, seconds, warmUp } = options.quick
  ? { rounds: 2, seconds: 3, warmUp: 2 }
  : { rounds: 3, seconds: 5, warmUp: 10 }
const isWanted = (name: string) => options.only.split(',').some(part => name.includes(part))
const sizes = options.sizes.split(',').map(Number)

const postgres = await openPostgresServer()
const measured: BenchResult[] = []
const memory = new Map<number, number>()
try {
  if (options.against === undefined) {
    const buildDir = await ensureBuilt(process.execPath)
    for (const size of sizes) await measureAt(size, buildDir)
    console.log(formatReport(measured, memory))
  } else {
    const turns = options.quick ? { rounds: 10, seconds: 1 } : { rounds: 10, seconds: 3 }
    const size = sizes[0] ?? 1000
    const chosen = { commit: options.against, size, ...turns, isWanted }
    const { report, slower } = await compareWithCommit(postgres, chosen)
    console.log(report)
    process.exitCode = slower.length > 0 ? 1 : 0
  }
} finally {
  await postgres.close()
}

/** One size: a database, the bare server and ours, and the calls one after the other. */
async function measureAt(size: number, buildDir: string): Promise<void> {
  const url = await postgres.create()
  await (await openPostgres(url)).close()
  const seeded = await seedCatalog(url, size)
  const provider = await startBaseline(url)
  const bare = await startBaseline(url, provider.origin)
  const shop = await startServer({
    env: {
      DATABASE_URL: url,
      BUILD_DIR: buildDir,
      DEMO: 'off',
      RATE_LIMIT_FACTOR: '1000000',
      MOLLIE_API_BASE: provider.origin,
    },
  })
  try {
    await copyAnswer(`${shop.origin}${listPath}`, `${bare.origin}/fixed/list`)
    await copyAnswer(`${shop.origin}${productPath(seeded)}`, `${bare.origin}/fixed/product`)
    for (const each of casesFor(seeded, size)) {
      if (!isWanted(each.name)) continue
      measured.push({ name: each.name, size, goal: each.goal, ...(await compare(each, shop, bare)) })
      console.error(formatReport(measured.slice(-1), memory).split('\n').at(-2))
    }
    memory.set(size, residentMegabytes(shop.pid))
  } finally {
    await shop.stop()
    await bare.stop()
    await provider.stop()
  }
}

/** Bare and ours alternate, so that other load on the machine affects both; the median of each. */
async function compare({ ours, bare }: BenchCase, shop: { origin: string }, bareServer: { origin: string }) {
  // Each call is made once, over all rounds.
  let made = 0
  const each = { ours: (n: number) => ours(made + n), bare: (n: number) => bare(made + n) }
  const turn = async (who: 'ours' | 'bare', time: number) => {
    const figures = await runLoad(who === 'ours' ? shop.origin : bareServer.origin, each[who], time)
    made += 1_000_000
    // Waits for abandoned requests, so that they do not affect the next case: the last in the queue is answered last.
    await fetch(who === 'ours' ? `${shop.origin}/readyz` : `${bareServer.origin}/list`)
    return figures
  }
  await turn('bare', warmUp)
  await turn('ours', warmUp)
  const turns: Record<'ours' | 'bare', LoadResult[]> = { ours: [], bare: [] }
  for (let round = 0; round < rounds; round += 1) {
    turns.bare.push(await turn('bare', seconds))
    turns.ours.push(await turn('ours', seconds))
  }
  return { ours: median(turns.ours), bare: median(turns.bare) }
}

function median(figures: LoadResult[]): LoadResult {
  return figures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(figures.length / 2)] as LoadResult
}

async function copyAnswer(from: string, to: string): Promise<void> {
  const body = await (await fetch(from)).text()
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(to, { method: 'PUT', headers, body })
  if (!ok) throw new Error(`could not copy ${from}`)
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
