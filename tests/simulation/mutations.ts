import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutations, type Mutation } from './mutations.data.ts'
import { offerMutations } from './offerMutations.data.ts'
import { earningMutations } from './earningMutations.data.ts'
import { stopMutations } from './stopMutations.data.ts'
import { verotelMutations } from './verotelMutations.data.ts'

const root = join(import.meta.dirname, '../..')
/** Minutes that a planted bug may stay unfound. */
const MINUTES = 5
/** Processes that look for one bug, each with a PostgreSQL of its own. */
const WORKERS = 2
/** The run without a bug, by its name. */
const CONTROL = 'control'
/** Matches no failure. */
const NOTHING = /(?!)/

export const allMutations: Mutation[] = [
  ...mutations,
  ...offerMutations,
  ...earningMutations,
  ...stopMutations,
  ...verotelMutations,
]

/**
 * Plants each bug in a copy of the sources, one by one, and none in one more run, the control. A bug is found by a failure that says what it
 * breaks; others are shown and count for nothing.
 * @param names of those to plant; all and the control without
 * @returns whether all were found, and the control found nothing
 */
export async function runMutations(names: readonly string[]): Promise<boolean> {
  const chosen = names.length > 0 ? names.map(findMutation) : [null, ...allMutations]
  const folder = await mkdtemp(join(tmpdir(), 'gloed-mutation-'))
  let good = 0
  try {
    for (const part of ['src', 'tests', 'simulators', 'migrations', 'bin', 'package.json', 'tsconfig.json'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    console.log('| Planted bug | Breaks | Found after | By |\n|---|---|--:|---|')
    for (const mutation of chosen) {
      const run = await runMutated(folder, mutation)
      if (mutation ? run.found !== null : run.isClean && run.others.length === 0) good += 1
      printRun(mutation, run)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`${good} of ${chosen.length} as they should be`)
  return good === chosen.length
}

/** @returns null for the control. @throws Error when there is none of this name */
function findMutation(name: string): Mutation | null {
  if (name === CONTROL) return null
  const found = allMutations.find(each => each.name === name)
  if (!found) throw new Error(`no planted bug is called ${name}`)
  return found
}

/** As a row of the table in docs/reliability.md. */
function printRun(mutation: Mutation | null, { seconds, steps, found, others }: MutatedRun): void {
  const missing = mutation ? `**not in ${seconds} s**` : `nothing in ${seconds} s, ${steps} steps`
  const cells = [
    mutation ? `\`${mutation.name}\`` : 'none (the control)',
    mutation?.breaks ?? 'nothing',
    found ? `${seconds} s` : missing,
    found ? `\`${found.replaceAll('|', '/').slice(0, 120)}\`` : '',
  ]
  console.log(`| ${cells.join(' | ')} |`)
  for (const other of others) console.log(`    beside it: ${other.slice(0, 300)}`)
}

async function runMutated(folder: string, mutation: Mutation | null): Promise<MutatedRun> {
  if (!mutation) return search(folder, NOTHING)
  const { file, from, to, foundBy } = mutation
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one of: ${from}`)
  const planted = source.replace(from, () => to)
  await writeFile(path, planted)
  try {
    return await search(folder, foundBy)
  } finally {
    await writeFile(path, source)
  }
}

interface MutatedRun {
  seconds: number
  steps: number
  /** The failure that says what the bug breaks. */
  found: string | null
  others: string[]
  /** Whether each worker played until its time was over. */
  isClean: boolean
}

/** Plays fresh seeds in a copy of the sources until one worker finds a failure of the pattern, or the time is over. */
async function search(folder: string, pattern: RegExp): Promise<MutatedRun> {
  const args = ['tests/simulation/run.ts', '--minutes', String(MINUTES), '--fresh', '--find', pattern.source]
  const startedAt = Date.now()
  let onFound = () => {}
  const isFound = new Promise<void>(resolve => (onFound = resolve))
  const workers = Array.from({ length: WORKERS }, () => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    const worker = { child, output: '', ended: once(child, 'exit') as Promise<[number | null]> }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      worker.output += text
      if (/^FOUND .*\n/m.test(worker.output)) onFound()
    })
    return worker
  })
  await Promise.race([isFound, Promise.all(workers.map(({ ended }) => ended))])
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  for (const { child } of workers) child.kill('SIGTERM')
  const exits = await Promise.all(workers.map(({ ended }) => ended))
  const lines = (kind: string) =>
    workers.flatMap(({ output }) =>
      [...output.matchAll(new RegExp(`^${kind} seed \\S+: (.*)$`, 'gm'))].map(match => match[1] ?? ''),
    )
  const steps = workers.map(({ output }) => Number(output.match(/^\d+(?= steps)/gm)?.at(-1) ?? 0))
  return {
    seconds,
    steps: steps.reduce((sum, each) => sum + each, 0),
    found: lines('FOUND')[0] ?? null,
    others: lines('OTHER'),
    isClean: exits.every(([code]) => code === 0),
  }
}
