import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type * as builds from '../bin/builds.js'
import type * as database from '../src/platform/db.ts'
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
  const earlier = await checkOut(options.commit)
  await using started = new AsyncDisposableStack()
  started.defer(() => earlier.remove())
  const start = async (folder: string) => {
    const commit = await startCommit(folder, postgres, options.size)
    started.defer(() => commit.stop())
    return commit
  }
  const before = await start(earlier.folder)
  const after = await start(root)
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
  stop(): Promise<void>
}

async function measureInTurns(
  name: string,
  commits: Record<'before' | 'after', RunningCommit>,
  { rounds, seconds }: ComparisonOptions,
): Promise<RoundPair[]> {
  let made = 0
  const measure = async (which: 'before' | 'after') => {
    const { origin, cases } = commits[which]
    const call = (cases.get(name) as BenchCase).ours
    const { perSecond } = await runLoad(origin, n => call(made + n), seconds)
    made += 1_000_000
    return perSecond
  }
  await measure('before')
  await measure('after')
  const pairs: RoundPair[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Each goes first in half of the rounds.
    const first = round % 2 === 0 ? await measure('before') : await measure('after')
    const second = round % 2 === 0 ? await measure('after') : await measure('before')
    pairs.push(round % 2 === 0 ? { before: first, after: second } : { before: second, after: first })
  }
  return pairs
}

/** A work tree of the commit, with its packages. */
async function checkOut(commit: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'gloed-bench-'))
  const folder = join(parent, 'commit')
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root })
  const lockOf = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  if ((await lockOf(folder)) === (await lockOf(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: folder })
  return {
    folder,
    async remove() {
      await run('git', ['worktree', 'remove', '--force', folder], { cwd: root })
      await rm(parent, { recursive: true, force: true })
    },
  }
}

/** Builds, migrates, fills and starts the sources in a folder, each by their own code. */
async function startCommit(folder: string, postgres: PostgresServer, size: number): Promise<RunningCommit> {
  const { ensureBuilt } = (await import(join(folder, 'bin/builds.js'))) as typeof builds
  const { openPostgres } = (await import(join(folder, 'src/platform/db.ts'))) as typeof database
  const { startServer } = (await import(join(folder, 'tests/support/server.ts'))) as typeof servers
  const url = await postgres.create()
  await (await openPostgres(url)).close()
  const seeded: SeededCatalog = await seedCatalog(url, size)
  const provider = await startBaseline(url)
  const env = {
    DATABASE_URL: url,
    BUILD_DIR: await ensureBuilt(process.execPath),
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '1000000',
    MOLLIE_API_BASE: provider.origin,
  }
  const server = await startServer({ env })
  return {
    origin: server.origin,
    cases: new Map(casesFor(seeded, size).map(each => [each.name, each])),
    async stop() {
      await server.stop()
      await provider.stop()
    },
  }
}
