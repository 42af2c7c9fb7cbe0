import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure } from './failure.js'
import { withLock } from './lock.js'
import { inRoot } from './place.js'
import { run } from './run.js'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, peer?: boolean }} Entry */

/**
 * Makes `node_modules` what the lock says, when it isn't. Compared by content: a checkout that only touched the lock's time
 * costs no installation.
 * @param {{ withoutDev?: boolean }} [options] `withoutDev`: development packages may be missing
 */
export async function ensureInstalled({ withoutDev = false } = {}) {
  if (isInstalled(withoutDev)) return
  await withLock(
    inRoot('dist', '.lock'),
    async note => {
      // Whoever held the lock may have done it.
      if (!isInstalled(withoutDev)) await install(note)
    },
    () => console.log('… another command is installing'),
  )
}

/** @param {boolean} withoutDev */
function isInstalled(withoutDev) {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path]
    if (found) return found.version === entry.version && found.integrity === entry.integrity
    return path === '' || entry.optional || entry.devOptional || (entry.dev && withoutDev)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, Entry> | undefined} undefined when it is missing or unreadable: npm says what is wrong with it
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {(pid: number) => void} note */
async function install(note) {
  console.log('npm ci …')
  const { program, args, shell } = npm()
  const wanted = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', '--progress=false']
  const { code, output } = await run(program, [...args, ...wanted], { shell, onStart: note })
  if (code === 0) return
  const lines = errorLines(output)
  console.error(lines.join('\n'))
  throw new Failure(`npm ci failed: ${reasonIn(lines)}`)
}

/** npm as it was called, so that its own version and settings hold; else the one on the path. */
function npm() {
  const script = process.env['npm_execpath']
  if (script && /^npm(-cli)?\.c?js$/.test(basename(script)) && existsSync(script)) {
    // Not always process.execPath: that may be the Node inside node_modules, which npm ci is about to replace.
    return { program: process.env['npm_node_execpath'] ?? process.execPath, args: [script], shell: false }
  }
  const windows = process.platform === 'win32'
  return { program: windows ? 'npm.cmd' : 'npm', args: [], shell: windows }
}

/** npm's own first sentence that isn't a code. @param {string[]} lines */
const reasonIn = lines =>
  lines.find(line => line && !/^(code|errno|syscall|path|stack|npm warn)\b/.test(line)) ??
  'npm gave no reason'

/** What npm says of the failure, without the manual page that it adds. @param {string} output */
function errorLines(output) {
  const lines = output.split('\n').map(line => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const manual = lines.indexOf('Clean install a project')
  return lines.slice(0, manual < 0 ? 20 : manual).filter(Boolean)
}
