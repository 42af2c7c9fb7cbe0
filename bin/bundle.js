import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Failure } from './failure.js'
import { isAlive, withLock } from './lock.js'
import { inRoot, scriptOf } from './place.js'
import { run } from './run.js'

const KEPT_BUILDS = 3
const ATTEMPTS = 3

/** Where the browser's files and the server's renderer for the present sources are, or will be: `{client,server}`. */
export const buildDir = () => inRoot('dist', sourceHash())

/**
 * Builds when the sources have no build yet. A build appears whole (it is renamed into place) and is never changed, so
 * a server keeps serving the one it started with.
 * @param {string} node the Node to build with
 * @returns {Promise<string>} the build's folder
 */
export async function ensureBuilt(node) {
  const present = buildDir()
  if (existsSync(present)) return present
  return withLock(
    inRoot('dist', '.lock'),
    async note => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const wanted = buildDir()
        if (existsSync(wanted)) return wanted
        const made = await build(node, note)
        // Named after what was built: sources that changed meanwhile make it a build of nothing in particular.
        if (wanted === buildDir()) return place(made, wanted)
        rmSync(made, { recursive: true, force: true })
      }
      throw new Failure('the sources kept changing while they were built.')
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
    run(node, [...vite, join(made, 'client')], { env, onStart: note }),
    run(node, [...vite, join(made, 'server'), '--ssr', 'src/app/render.tsx'], { env, onStart: note }),
  ])
  const failed = results.find(result => result.code !== 0)
  if (!failed) return made
  rmSync(made, { recursive: true, force: true })
  const output = stripVTControlCharacters(failed.output).replace(/^ +at .*\n/gm, '')
  console.error(output.trim())
  throw new Failure(`vite build failed: ${reasonIn(output)}`)
}

/** @param {string} made @param {string} wanted */
function place(made, wanted) {
  renameSync(made, wanted)
  prune()
  return wanted
}

/** Marks a build as the one that process `pid` serves, so that it isn't tidied away under it. @param {string} dir @param {number} pid */
export function markInUse(dir, pid) {
  try {
    utimesSync(dir, new Date(), new Date())
    mkdirSync(join(dir, 'in-use'), { recursive: true })
    writeFileSync(join(dir, 'in-use', String(pid)), '')
  } catch {
    // A read-only installation: nobody tidies there either.
  }
}

/** @param {string} dir @param {number} pid */
export const markFree = (dir, pid) => rmSync(join(dir, 'in-use', String(pid)), { force: true })

function prune() {
  const folders = readdirSync(inRoot('dist')).map(name => inRoot('dist', name))
  // We hold the lock, so that anything unfinished is a dead command's.
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

function sourceHash() {
  const hash = createHash('sha256')
  for (const file of [...sources(), 'vite.config.ts', 'tsconfig.json', 'package-lock.json']) {
    if (!existsSync(inRoot(file))) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** Everything in src but the tests and the demo data, which no build contains. */
const sources = () =>
  readdirSync(inRoot('src'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => relative(inRoot(), join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(file => !file.startsWith('src/app/demo/'))
    .sort()

/** Vite names the plugin or the kind of error in brackets, before its stack. @param {string} output */
const reasonIn = output => {
  const lines = output.split('\n').map(line => line.trim())
  return (
    lines.find(line => /^\[.+\] ./.test(line)) ??
    lines.find(line => /error: ./i.test(line)) ??
    'it gave no reason'
  )
}
