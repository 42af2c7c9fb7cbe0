import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutations, type Mutation } from './mutations.data.ts'
import { offerMutations } from './offerMutations.data.ts'
import { stopMutations } from './stopMutations.data.ts'

const root = join(import.meta.dirname, '../..')
/** Minutes that a planted bug may stay unfound. */
const MINUTES = 5
/** Processes that look for one bug, each with a PostgreSQL of its own. */
const WORKERS = 2
/** The run without a bug, by its name. */
const CONTROL = 'control'
/** Matches no failure. */
const NOTHING = /(?!)/

export const allMutations: Mutation[] = [...mutations, ...offerMutations, ...stopMutations]

/**
 * Plants each bug in a copy of the sources, one by one, and none in one more, the control. A bug is found by a failure that says what it breaks;
 * others are shown and count for nothing.
 * @param names of those to plant; all and the control without
 * @returns whether all were found, and the control found nothing
 */
export async function runMutations(names: readonly string[]): Promise<boolean> {
  const isChosen = ({ name }: { name: string }) => names.length === 0 || names.includes(name)
  let [good, count] = [0, 0]
  console.log('| Planted bug | Breaks | Found after | By |\n|---|---|--:|---|')
  for (const mutation of [null, ...allMutations].filter(each => isChosen(each ?? { name: CONTROL }))) {
    const { seconds, steps, found, others, isClean } = await runMutated(mutation)
    const isGood = mutation ? found !== null : isClean && others.length === 0
    count += 1
    if (isGood) good += 1
    const missing = mutation ? `**not in ${MINUTES} minutes**` : `nothing in ${seconds} s, ${steps} steps`
    const cells = [
      mutation ? `\`${mutation.name}\`` : 'none (the control)',
      mutation?.breaks ?? 'nothing',
      found ? `${seconds} s` : missing,
      found ? `\`${found.replaceAll('|', '/').slice(0, 120)}\`` : '',
    ]
    console.log(`| ${cells.join(' | ')} |`)
    for (const other of others) console.log(`    beside it: ${other.slice(0, 300)}`)
  }
  console.log(`${good} of ${count} as they should be`)
  return good === count
}

/** @throws Error when the source has changed, so that the mutation no longer applies */
export async function mutate(folder: string, { file, from, to }: Mutation): Promise<void> {
  const path = join(folder, file)
  const source = await readFile(path, 'utf8')
  if (source.split(from).length !== 2) throw new Error(`${file} has not exactly one of: ${from}`)
  await writeFile(
    path,
    source.replace(from, () => to),
  )
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

async function runMutated(mutation: Mutation | null): Promise<MutatedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-mutation-'))
  try {
    for (const part of ['src', 'tests', 'simulators', 'migrations', 'bin', 'package.json', 'tsconfig.json'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    if (mutation) await mutate(folder, mutation)
    return await search(folder, mutation?.foundBy ?? NOTHING)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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
