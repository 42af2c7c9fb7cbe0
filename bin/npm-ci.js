import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inRoot, root } from './paths.js'
import { runProgram } from './run-program.js'

// The lock proves the archives that it names, whatever its age.
const wanted = ['--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false']

/**
 * @param {string[]} options
 * @param {(pid: number) => void} onStart
 * @param {string} cwd the folder of the lock
 */
export function npmCi(options, onStart, cwd = root) {
  const { program, args, shell } = npm()
  return runProgram(program, [...args, 'ci', ...options, ...wanted], { shell, cwd, onStart })
}

/**
 * `npm ci` in half the time. Our lock names no registry, and then npm reads the description of every package, with all its versions, to find
 * its archive. So it gets a lock with the paths that registries share (npm's, Verdaccio, Artifactory), beside the project, and the
 * installed folder takes the place of `node_modules`. The lock's hashes prove the archives.
 * @param {string} dev `--include=dev` or `--omit=dev`
 * @param {(pid: number) => void} onStart
 * @returns {Promise<boolean>} false when the registry has other paths or the folder can't be moved: then `npm ci` itself is needed
 */
export async function npmCiByPath(dev, onStart) {
  const folder = inRoot('dist', '.installing')
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', '.npmrc'].filter(name => existsSync(inRoot(name))))
      copyFileSync(inRoot(file), join(folder, file))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockWithPaths()))
    const options = [dev, '--replace-registry-host=always', '--fetch-retries=0']
    const { code } = await npmCi(options, onStart, folder)
    if (code !== 0) return false
    rmSync(inRoot('node_modules'), { recursive: true, force: true })
    renameSync(join(folder, 'node_modules'), inRoot('node_modules'))
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The host, which does not exist, is replaced by npm with that of the configured registry. */
function lockWithPaths() {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!entry.integrity || entry.resolved || entry.inBundle) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    entry.resolved = `https://replaced.invalid/${name}/-/${basename(name)}-${entry.version}.tgz`
  }
  return lock
}

/** The npm that runs this script, with its version and settings; else the one on the PATH. */
function npm() {
  const script = process.env['npm_execpath']
  if (script && /^npm(-cli)?\.c?js$/.test(basename(script)) && existsSync(script)) {
    // Not always process.execPath: that may be the Node inside node_modules, which npm ci is about to replace.
    return { program: process.env['npm_node_execpath'] ?? process.execPath, args: [script], shell: false }
  }
  const windows = process.platform === 'win32'
  return { program: windows ? 'npm.cmd' : 'npm', args: [], shell: windows }
}
