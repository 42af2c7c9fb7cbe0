import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutations, type Mutation } from './mutations.data.ts'
import { offerMutations } from './offerMutations.data.ts'

const root = join(import.meta.dirname, '../..')
/** Minutes that a planted bug may stay unfound. */
const MINUTES = 5

/** Plants each bug in a copy of the sources, one by one. @returns whether all were found */
export async function runMutations(names: readonly string[]): Promise<boolean> {
  const all = [...mutations, ...offerMutations]
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name))
  let found = 0
  for (const mutation of chosen) {
    const { seconds, steps, failure } = await runMutated(mutation)
    if (failure) found += 1
    const outcome = failure
      ? `found after ${seconds} s and ${steps} steps: ${failure}`
      : `NOT FOUND in ${MINUTES} minutes`
    console.log(`${mutation.name} (${mutation.breaks}): ${outcome}`)
  }
  console.log(`${found} of ${chosen.length} planted bugs found`)
  return found === chosen.length
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

async function runMutated(
  mutation: Mutation,
): Promise<{ seconds: number; steps: number; failure: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-mutation-'))
  try {
    for (const part of ['src', 'tests', 'simulators', 'migrations', 'bin', 'package.json', 'tsconfig.json'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await mutate(folder, mutation)
    const args = ['tests/simulation/run.ts', '--minutes', String(MINUTES), '--fresh']
    const startedAt = Date.now()
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    const failed = new Promise<void>(resolve => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        // It goes on to shrink.
        if (/^FAILED .*\n/m.test(output)) resolve()
      })
    })
    const ended = once(child, 'exit')
    await Promise.race([failed, ended])
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    child.kill('SIGTERM')
    await ended
    const steps = Number(output.match(/^\d+(?= steps)/gm)?.at(-1) ?? 0)
    return { seconds, steps, failure: /^FAILED (.*)$/m.exec(output)?.[1] ?? null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
