import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CommandFailure } from './command.js'
import { isAlive, withLock } from './lock.js'
import { inRoot, scriptOf } from './paths.js'
import { runProgram } from './run-program.js'
import { nameOfSources } from './source-name.js'

const KEPT_BUILDS = 3
const ATTEMPTS = 3

/** The folder of the current sources' build (`client` and `server`), whether it exists yet or not. */
export const buildDir = () => inRoot('dist', nameOfSources())

/** One of the programs of a build. @param {string} build @param {'server' | 'admin' | 'reconcile' | 'checkLive' | 'backup' | 'restore' | 'mediaMove' | 'keysRotate' | 'earningsVerify'} name */
export const programIn = (build, name) => join(build, 'server', `${name}.cjs`)

/**
 * Builds when the current sources have no build yet. A build is renamed into place when complete and never changed, so that a
 * running server keeps the one it started with.
 * @param {string} node the Node to build with
 * @returns {Promise<string>} the build's folder
 */
export async function ensureBuilt(node) {
  const existing = buildDir()
  if (existsSync(existing)) return existing
  return withLock(
    inRoot('dist', '.lock'),
    async note => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const wanted = buildDir()
        if (existsSync(wanted)) return wanted
        const made = await build(node, note)
        // When the sources changed during the build, their hash does not describe it.
        if (wanted === buildDir()) return moveIntoPlace(made, wanted)
        rmSync(made, { recursive: true, force: true })
      }
      throw new CommandFailure('the sources kept changing while they were built.')
    },
    () => console.log('… another command is building'),
  )
}

/** @param {string} node @param {(pid: number) => void} note */
async function build(node, note) {
  console.log('vite build …')
  const made = inRoot('dist', `.making-${process.pid}`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const vite = [scriptOf('vite'), 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir']
  const results = await Promise.all([
    runProgram(node, [...vite, join(made, 'client')], { env, onStart: note }),
    runProgram(node, [...vite, join(made, 'server'), '--ssr'], { env, onStart: note }),
  ])
  const failed = results.find(result => result.code !== 0)
  if (!failed) return made
  rmSync(made, { recursive: true, force: true })
  const output = stripVTControlCharacters(failed.output).replace(/^ +at .*\n/gm, '')
  console.error(output.trim())
  throw new CommandFailure(`vite build failed: ${reasonIn(output)}`)
}

/** @param {string} made @param {string} wanted */
function moveIntoPlace(made, wanted) {
  renameSync(made, wanted)
  prune()
  return wanted
}

/** Marks a build as in use by process `pid`, so that pruning keeps it. @param {string} dir @param {number} pid */
export function markInUse(dir, pid) {
  try {
    utimesSync(dir, new Date(), new Date())
    mkdirSync(join(dir, 'in-use'), { recursive: true })
    writeFileSync(join(dir, 'in-use', String(pid)), '')
  } catch {
    // A read-only installation is never pruned.
  }
}

/** @param {string} dir @param {number} pid */
export const markFree = (dir, pid) => rmSync(join(dir, 'in-use', String(pid)), { force: true })

function prune() {
  const folders = readdirSync(inRoot('dist')).map(name => inRoot('dist', name))
  // We hold the lock, so an unfinished build belongs to a dead process.
  for (const dir of folders.filter(dir => basename(dir).startsWith('.making-'))) remove(dir)
  const builds = folders.filter(dir => /^[0-9a-f]{16}$/.test(basename(dir)))
  const newestFirst = builds.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const dir of newestFirst.slice(KEPT_BUILDS).filter(dir => !isInUse(dir))) remove(dir)
}

/** @param {string} dir */
const isInUse = dir =>
  existsSync(join(dir, 'in-use')) && readdirSync(join(dir, 'in-use')).some(pid => isAlive(Number(pid)))

/** @param {string} dir */
const remove = dir => rmSync(dir, { recursive: true, force: true })

/** Vite prints the plugin or the kind of error in brackets, before the stack. @param {string} output */
const reasonIn = output => {
  const lines = output.split('\n').map(line => line.trim())
  return (
    lines.find(line => /^\[.+\] ./.test(line)) ??
    lines.find(line => /error: ./i.test(line)) ??
    'it gave no reason'
  )
}
