import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const JOURNAL = 'migrations/meta/_journal.json'

/** @returns Git's output, or null when it fails: there is no Git, no repository, or no such commit */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

/**
 * The version that runs while this one is installed: the last release, else the commit before the newest change of `migrations/`.
 * @param isOfSchema whether a version with the same schema would prove nothing; else the last commits are taken too
 * @returns undefined when none can be upgraded to this one, because its database began with other migrations; null in a folder without
 * Git, or a clone without that history
 */
export function findVersionBefore(isOfSchema: boolean): string | null | undefined {
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')
  const isChanged = Boolean(git('status', '--porcelain', '--', 'migrations'))
  const newest = git('log', '-1', '--format=%H', '--', 'migrations')
  const before = git('rev-parse', isChanged ? 'HEAD' : `${newest}^`)
  if (before === null) return null
  const candidates = [release, before, ...(isOfSchema ? [] : ['HEAD^', 'HEAD'])]
  const first = firstMigration(readFileSync(join(root, JOURNAL), 'utf8'))
  const found = candidates.find(commit => {
    const journal = commit && git('show', `${commit}:${JOURNAL}`)
    return journal && firstMigration(journal) === first
  })
  return found ? git('rev-parse', `${found}^{commit}`) : undefined
}

/** When the first migration was made: a database of another one is refused. */
const firstMigration = (journal: string) =>
  (JSON.parse(journal) as { entries: { when: number }[] }).entries[0]?.when

/** Whether a file of that commit is another one now. */
export const isChangedSince = (commit: string, file: string): boolean =>
  git('diff', '--quiet', commit, '--', file) === null

export interface VersionFolder {
  folder: string
  remove(): Promise<void>
}

/** The sources of a commit in a folder of their own, with the packages that they need. */
export async function openVersionFolder(commit: string): Promise<VersionFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-version-'))
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: root })
  const lock = 'package-lock.json'
  const isSame = (await readFile(join(folder, lock), 'utf8')) === (await readFile(join(root, lock), 'utf8'))
  if (isSame) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--min-release-age=0', '--prefer-offline', '--no-audit'], { cwd: folder })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
