import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** @returns what Git says, or null when it fails: there is no Git, no repository, or no such commit */
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
 * The version that runs while this one is installed: the last release, else the commit before the newest change of `migrations/`, else the
 * last commits.
 * @param feature a word that stands in its sources if it has what is tested
 * @returns null in a folder without Git, or a clone without that history
 */
export function findVersionBefore(feature: string): string | null {
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')
  const isChanged = Boolean(git('status', '--porcelain', '--', 'migrations'))
  const newest = git('log', '-1', '--format=%H', '--', 'migrations')
  const candidates = [release, isChanged ? 'HEAD' : newest && `${newest}^`, 'HEAD^', 'HEAD']
  const has = (commit: string) => git('grep', '--quiet', feature, commit, '--', 'src', 'tests') !== null
  const found = candidates.find(commit => commit && has(commit))
  return found ? git('rev-parse', `${found}^{commit}`) : null
}

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
