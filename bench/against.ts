import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type * as builds from '../bin/builds.js'
import type * as database from '../src/platform/db/postgres/openPostgres.ts'
import type { PostgresServer } from '../tests/support/postgres.ts'
import type * as servers from '../tests/support/server.ts'
import { casesFor, type BenchCase } from './cases.ts'
import { compareRounds, type RoundPair } from './compareRounds.rules.ts'
import { runLoad } from './load.ts'
import { seedCatalog, type SeededCatalog } from './seed.ts'
import { startBaseline } from './startBaseline.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

export interface ComparisonOptions {
  /** Anything that git takes for a commit. */
  commit: string
  size: number
  rounds: number
  /** Of each turn. */
  seconds: number
  isWanted: (name: string) => boolean
}

/**
 * Measures the shop's calls with the present sources and with those of another commit, in turns, each on a database of its own.
 * @returns the result as Markdown, and which calls got slower
 * @throws Error when that commit can't be built, or a call of this one does not exist in it
 */
export async function compareWithCommit(postgres: PostgresServer, options: ComparisonOptions) {
  await using started = new AsyncDisposableStack()
  const before = await startCommit(await checkOut(options.commit, started), postgres, options.size, started)
  const after = await startCommit(root, postgres, options.size, started)
  const rows: string[] = []
  const slower: string[] = []
  for (const name of after.cases.keys()) {
    if (!options.isWanted(name)) continue
    const { ratio, lowest, highest, verdict, medians } = compareRounds(
      await measureInTurns(name, { before, after }, options),
    )
    if (verdict === 'slower') slower.push(name)
    const figures = [medians.before, medians.after].map(each => Math.round(each).toLocaleString('en'))
    const spread = `${lowest.toFixed(2)}–${highest.toFixed(2)}`
    rows.push(`| ${[name, ...figures, ratio.toFixed(2), spread, verdict].join(' | ')} |`)
    console.error(rows.at(-1))
  }
  const head = `| call | ${options.commit}, a second | now | × | of all rounds | |\n|---|--:|--:|--:|--:|---|`
  return { report: [head, ...rows].join('\n'), slower }
}

type CasesByName = Map<string, BenchCase>

interface RunningCommit {
  origin: string
  cases: CasesByName
}

async function measureInTurns(
  name: string,
  commits: Record<'before' | 'after', RunningCommit>,
  { rounds, seconds }: ComparisonOptions,
): Promise<RoundPair[]> {
  let made = 0
  const order = ['before', 'after'] as const
  const measure = async (which: (typeof order)[number]) => {
    const { origin, cases } = commits[which]
    const call = (cases.get(name) as BenchCase).ours
    const { perSecond } = await runLoad(origin, n => call(made + n), seconds)
    made += 1_000_000
    return perSecond
  }
  // To warm up.
  for (const which of order) await measure(which)
  const pairs: RoundPair[] = []
  for (let round = 0; round < rounds; round += 1) {
    const pair = { before: 0, after: 0 }
    // Each goes first in half of the rounds.
    for (const which of round % 2 === 0 ? order : order.toReversed()) pair[which] = await measure(which)
    pairs.push(pair)
  }
  return pairs
}

/** @returns the folder of a work tree of the commit, with its packages; removed when `started` is disposed */
async function checkOut(commit: string, started: AsyncDisposableStack): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'gloed-bench-'))
  started.defer(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'commit')
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root })
  started.defer(async () => void (await run('git', ['worktree', 'remove', '--force', folder], { cwd: root })))
  const lockOf = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  if ((await lockOf(folder)) === (await lockOf(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder })
  return folder
}

/** The file that opens a database, whose place differs between commits. */
async function findSource(folder: string): Promise<string> {
  const sought = ['grep', '-l', 'export async function openPostgres', '--', 'src']
  return (await run('git', sought, { cwd: folder })).stdout.trim()
}

/** Builds, migrates and starts the sources in a folder by their own code; the catalogue and the calls are this commit's. */
async function startCommit(
  folder: string,
  postgres: PostgresServer,
  size: number,
  started: AsyncDisposableStack,
): Promise<RunningCommit> {
  const { ensureBuilt } = (await import(join(folder, 'bin/builds.js'))) as typeof builds
  const { openPostgres } = (await import(join(folder, await findSource(folder)))) as typeof database
  const { startServer } = (await import(join(folder, 'tests/support/server.ts'))) as typeof servers
  const url = await postgres.create()
  await (await openPostgres(url)).close()
  const seeded: SeededCatalog = await seedCatalog(url, size)
  const provider = await startBaseline(url)
  started.defer(() => provider.stop())
  const env = {
    DATABASE_URL: url,
    BUILD_DIR: await ensureBuilt(process.execPath),
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '1000000',
    MOLLIE_API_BASE: provider.origin,
  }
  const server = await startServer({ env })
  started.defer(async () => void (await server.stop()))
  return { origin: server.origin, cases: new Map(casesFor(seeded, size).map(each => [each.name, each])) }
}
