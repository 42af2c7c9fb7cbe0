import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CommandFailure } from './command.js'
import { isDevelopmentFile } from './development-files.js'
import { withLock } from './lock.js'
import { npmCi, npmCiByPath } from './npm-ci.js'
import { inRoot } from './paths.js'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, peer?: boolean }} Entry */

/**
 * Runs `npm ci` when `node_modules` differs from the lock file. Compared by content, because a checkout may change only the
 * lock file's time.
 * @param {{ withoutDev?: boolean }} [options] `withoutDev`: development packages may be missing, and are not installed
 */
export async function ensureInstalled({ withoutDev = false } = {}) {
  if (isInstalled(withoutDev)) return
  await withLock(
    inRoot('dist', '.lock'),
    async note => {
      // The previous holder of the lock may have installed already.
      if (!isInstalled(withoutDev)) await install(note, withoutDev)
    },
    () => console.log('… another command is installing'),
  )
}

/** Marks a `node_modules` without files that only developing needs, which only npm ci brings back. Says `pending` until the files are removed. */
const REDUCED_MARKER = 'node_modules/.without-development-files'
const isReduced = () => existsSync(inRoot(REDUCED_MARKER))

/** Written by npm. */
const INSTALLED_LOCK = 'node_modules/.package-lock.json'

/** @param {boolean} withoutDev */
function isInstalled(withoutDev) {
  if (!withoutDev && isReduced()) return false
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn(INSTALLED_LOCK)
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path]
    if (found) return found.version === entry.version && found.integrity === entry.integrity
    return path === '' || entry.optional || entry.devOptional || (entry.dev && withoutDev)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Entry> | undefined} undefined when missing or unreadable; npm then reports the reason
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {(pid: number) => void} note @param {boolean} withoutDev */
async function install(note, withoutDev) {
  console.log('npm ci …')
  // A folder for developing stays one.
  const isForDevelopment = !withoutDev || (packagesIn(INSTALLED_LOCK) !== undefined && !isReduced())
  const dev = isForDevelopment ? '--include=dev' : '--omit=dev'
  if (!(await npmCiByPath(dev, note))) {
    const { code, output } = await npmCi([dev], note)
    if (code !== 0) {
      const lines = errorLines(output)
      console.error(lines.join('\n'))
      throw new CommandFailure(`npm ci failed: ${reasonIn(lines)}`)
    }
  }
  if (!isForDevelopment) writeFileSync(inRoot(REDUCED_MARKER), 'pending')
}

/**
 * Removes the files of packages that only developing needs, once after an installation. Not before the first start is done: ext4 reuses no
 * inode for minutes, and looks at each of the twenty thousand for every file that the build and the database make.
 */
export async function removeDevelopmentFiles() {
  if (!isReduced() || readFileSync(inRoot(REDUCED_MARKER), 'utf8') !== 'pending') return
  await withLock(inRoot('dist', '.lock'), async () => {
    const folder = inRoot('node_modules')
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !isDevelopmentFile(relative(folder, path))) continue
      try {
        rmSync(path)
      } catch {
        // In use, or not ours to remove: it only takes space.
      }
    }
    writeFileSync(inRoot(REDUCED_MARKER), '')
  })
}

/** npm's first line that is a sentence. @param {string[]} lines */
const reasonIn = lines =>
  lines.find(line => line && !/^(code|errno|syscall|path|stack|npm warn)\b/.test(line)) ??
  'npm gave no reason'

/** npm's error output, without the manual page that it appends. @param {string} output */
function errorLines(output) {
  const lines = output.split('\n').map(line => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const manual = lines.indexOf('Clean install a project')
  return lines.slice(0, manual < 0 ? 20 : manual).filter(Boolean)
}
