import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFailedSeeds, keepFailedSeed } from './failedSeeds.ts'
import { Episode, type Outcome } from './episode.ts'
import { runMutations } from './mutations.ts'
import { makePlan } from './plan.ts'
import { shrink } from './shrink.ts'
import { openStand } from './stand.ts'
import { Tally } from './tally.ts'

/**
 * `npm run simulate`: episodes of fresh seeds, after those that ever failed, until one fails or is told to stop:
 *
 *   --minutes M   fresh seeds for so long; ten by default
 *   --steps N     until so many statements and messages
 *   --seed S      this episode alone, with its trace; `--without a,b` leaves actors and faults out
 *   --workers N   so many processes, each with a PostgreSQL of its own, that share the steps
 *   --fresh       without the seeds that failed before
 *   --find P      until a failure matches this pattern; others are printed, and none is kept
 *   --mutations   plants each deliberate bug of mutations.data.ts in a copy, and says how soon it is found; names after it choose some, and
 *                 `control` the run without a bug
 *
 * docs/reliability.md lists the simulated parts, and the others.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    steps: { type: 'string' },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    workers: { type: 'string' },
    find: { type: 'string' },
    mutations: { type: 'boolean', default: false },
  },
})
const DEFAULT_MINUTES = 10
const NANOSECONDS = 1e9
/** Seconds between two lines of progress. */
const REPORT_SECONDS = 30

// The simulation's clock stands in the place of Node's.
const startedAt = process.hrtime.bigint()
const seconds = () => Number(process.hrtime.bigint() - startedAt) / NANOSECONDS

/** Told to end: the current episode fails when its database goes, which says nothing. */
let isInterrupted = false

if (values.mutations) process.exitCode = (await runMutations(positionals)) ? 0 : 1
else if (values.workers !== undefined) process.exitCode = (await runWorkers(Number(values.workers))) ? 0 : 1
else process.exitCode = (await simulate()) ? 0 : 1
process.exit()

/** @returns whether nothing failed */
async function simulate(): Promise<boolean> {
  const base = (process.hrtime.bigint() % 60_466_176n).toString(36)
  const stand = await openStand()
  let isStuck = false
  const close = () => (isStuck ? stand.abandon() : stand.close())
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isInterrupted = true
      void stand.abandon().then(() => process.exit(1))
    })
  try {
    const run = async (seed: string, without: readonly string[]) => {
      const outcome = await new Episode(stand, makePlan(seed, without)).run()
      isStuck = outcome.isStuck
      return outcome
    }
    if (values.seed !== undefined) return await replay(values.seed, run)
    return await runMany(base, run)
  } finally {
    await close()
  }
}

/** @returns whether nothing failed */
async function runWorkers(count: number): Promise<boolean> {
  const own =
    values.steps === undefined
      ? ['--minutes', values.minutes ?? String(DEFAULT_MINUTES)]
      : ['--steps', String(Math.ceil(Number(values.steps) / count))]
  const args = [import.meta.filename, ...own, ...(values.fresh ? ['--fresh'] : [])]
  const exits = await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, args, { stdio: 'inherit' })
      return (await once(child, 'exit')) as [number | null]
    }),
  )
  console.log(`${count} workers, ${Math.round(seconds())} s`)
  return exits.every(([code]) => code === 0)
}

type Run = (seed: string, without: readonly string[]) => Promise<Outcome>

async function replay(seed: string, run: Run): Promise<boolean> {
  const { steps, failure, trace, tally } = await run(seed, values.without.split(',').filter(Boolean))
  console.log([...trace, ...tally.lines()].join('\n'))
  console.log(`${steps} steps: ${failure ?? 'nothing wrong'}`)
  return failure === null
}

async function runMany(base: string, run: Run): Promise<boolean> {
  const { most, isOver } = limits()
  const kept = values.fresh ? [] : readFailedSeeds()
  console.log(`fresh seeds ${base}-1, ${base}-2, …, after ${kept.length} that failed before; ${most}`)
  const begin = { at: seconds(), cpu: process.cpuUsage().user }
  let steps = 0
  let episodes = 0
  /** When the first fresh seed begins: those that failed before take none of its time. */
  let freshFrom = begin.at
  let reportAt = begin.at + REPORT_SECONDS
  const tally = new Tally()
  const describe = () => {
    const took = seconds() - begin.at
    return `${steps} steps in ${episodes} episodes, ${Math.round(took)} s, ${Math.round(steps / took)} steps/s`
  }
  for (; episodes < kept.length || !isOver(steps, seconds() - freshFrom); episodes += 1) {
    const seed = kept[episodes] ?? `${base}-${episodes - kept.length + 1}`
    const outcome = await run(seed, [])
    steps += outcome.steps
    tally.add(outcome.tally)
    if (isInterrupted) return false
    const { failure } = outcome
    if (failure !== null) {
      console.log(describe())
      const isOther = values.find !== undefined && !new RegExp(values.find).test(failure)
      if (values.find !== undefined) console.log(`${isOther ? 'OTHER' : 'FOUND'} seed ${seed}: ${failure}`)
      else await explain(seed, { ...outcome, failure }, run)
      if (!isOther || outcome.isStuck) return false
    }
    if (episodes < kept.length) freshFrom = seconds()
    if (seconds() > reportAt) {
      console.log(describe())
      reportAt = seconds() + REPORT_SECONDS
    }
  }
  console.log(['what came of the calls:', ...tally.lines()].join('\n'))
  console.log(`${describe()}, ${episodes - kept.length} of them with fresh seeds: nothing wrong`)
  return true
}

/** The limits of `--steps` or `--minutes`; minutes are those of fresh seeds. */
function limits(): { most: string; isOver: (steps: number, freshSeconds: number) => boolean } {
  if (values.steps !== undefined) {
    const most = Number(values.steps)
    return { most: `${most} steps`, isOver: steps => steps >= most }
  }
  const minutes = Number(values.minutes ?? DEFAULT_MINUTES)
  return { most: `${minutes} minutes`, isOver: (_, freshSeconds) => freshSeconds > minutes * 60 }
}

/** Keeps a seed that failed, and prints how to run the smallest part of it that still fails. */
async function explain(
  seed: string,
  { failure, isStuck, trace }: Outcome & { failure: string },
  run: Run,
): Promise<void> {
  keepFailedSeed(seed)
  console.log(`FAILED seed ${seed}: ${failure}`)
  // A run that depends on a plan of PostgreSQL may go another way the next time.
  const file = join(tmpdir(), `gloed-simulation-${seed}.txt`)
  writeFileSync(file, trace.join('\n'))
  console.log(`events: ${file}`)
  if (isStuck) return console.log(`replay: npm run simulate -- --seed ${seed}`)
  const smallest = await shrink(seed, failure, run)
  const without = smallest.without.length > 0 ? ` --without ${smallest.without.join(',')}` : ''
  console.log(`after ${smallest.steps} steps: ${smallest.failure}`)
  console.log(`replay: npm run simulate -- --seed ${seed}${without}`)
}
