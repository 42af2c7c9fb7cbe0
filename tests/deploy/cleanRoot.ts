import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folders that Debian's own slim image leaves out. */
const SLIM = ['doc', 'man', 'info', 'locale', 'lintian', 'groff'].map(
  part => `--dpkgopt=path-exclude=/usr/share/${part}/*`,
)

/**
 * A folder with the files of `debian:bookworm-slim`, and the machine's name server, which a container gets too.
 * @throws Error when `mmdebstrap` is not installed, or the archive is unreachable
 */
export async function createDebianRoot(folder: string): Promise<void> {
  await run('mmdebstrap', ['--variant=minbase', '--quiet', ...SLIM, 'bookworm', folder])
  const tidy = 'rm -rf var/lib/apt/lists/* && find var/log var/cache -type f -delete'
  await run('sh', ['-c', tidy], { cwd: folder })
  await cp('/etc/resolv.conf', join(folder, 'etc/resolv.conf'), { dereference: true })
}

/** Adds the Node and npm of this machine, as `node:24-bookworm-slim` has them, and the files that npm needs to reach its registry. */
export async function addNode(root: string): Promise<void> {
  // Inside of `npm run`, its global folder is that of the project's Node, which has no npm.
  const npm = process.env['npm_execpath']
    ? dirname(dirname(process.env['npm_execpath']))
    : join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  await mkdir(join(root, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(root, 'usr/local/bin/node'))
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await writeFile(join(root, 'usr/local/bin/npm'), NPM, { mode: 0o755 })
  for (const file of ['/etc/ssl/certs/ca-certificates.crt', join(homedir(), '.npmrc')]) {
    if (!existsSync(file)) continue
    const place = join(root, file.startsWith('/etc') ? file : '/root/.npmrc')
    await mkdir(dirname(place), { recursive: true })
    await cp(file, place, { dereference: true })
  }
}

const NPM = `#!/bin/sh
export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
exec /usr/local/bin/node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"
`

export interface ContainerOptions {
  env: Record<string, string>
  /** Where it runs in the root. */
  folder: string
  user?: string
  /** A root that can't be written, but for \`/tmp\` and these folders, which are kept in folders of the machine. */
  readOnly?: { volumes: Record<string, string> }
}

/** Runs a program with a folder as its root, and processes and mounts of its own, as a container has. Needs root. */
export function runInRoot(root: string, command: string[], options: ContainerOptions): ChildProcess {
  const { env, folder, user = 'root', readOnly } = options
  const mounts = [
    'set -e',
    'mount --bind "$ROOT" "$ROOT"',
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
  ]
  if (readOnly) {
    mounts.push('mount -t tmpfs tmpfs "$ROOT/tmp"')
    for (const [place, source] of Object.entries(readOnly.volumes))
      mounts.push(`mount --bind '${source}' "$ROOT${place}"`)
    mounts.push('mount -o remount,bind,ro "$ROOT"')
  }
  const variables = Object.entries({ PATH: SEARCH_PATH, ...env }).map(([name, value]) => `${name}=${value}`)
  const limits = ['--no-new-privs', ...(user === 'root' ? [] : ['--bounding-set=-all', '--inh-caps=-all'])]
  const script = [...mounts, 'exec chroot "$ROOT" /usr/bin/env -i "$@"'].join('\n')
  const inside = [
    'setpriv',
    ...limits,
    ...(user === 'root' ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
    '/bin/sh',
    '-c',
    'cd "$0" && exec "$@"',
    folder,
    ...command,
  ]
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', '/bin/sh', '-c', script, 'sh', ...variables, ...inside],
    { env: { ...process.env, ROOT: root }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

const SEARCH_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Bytes of all files in a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', '--one-file-system', folder])
  return Number(stdout.split('\t')[0])
}
