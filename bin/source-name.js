import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.js'

/** Other files that a build depends on, besides the sources. */
const configuration = [
  'vite.config.ts',
  'bin/external-packages.js',
  'tools/browserContracts.ts',
  'tools/programBundle.ts',
  'tools/programChunks.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** Milliseconds within which a file that is changed twice may keep its time; some file systems store two seconds. */
const TIME_STEP_MS = 2000

/** The name of the last build, with the state of its sources: seeing that no file changed is faster than reading them. */
const KNOWN = inRoot('dist', '.sources')

/** The name of the build of the present sources: a hash of their contents. */
export function nameOfSources() {
  const files = sources()
  const { state, isSettled } = stateOf(files)
  const known = knownName(state)
  if (known) return known
  const name = hashOf(files)
  if (isSettled && existsSync(inRoot('dist', name))) writeKnown(state, name)
  return name
}

/**
 * Of each file the values that change when it is written; not `isSettled` when another change might still leave all of it as it is.
 * @param {string[]} files
 */
function stateOf(files) {
  const hash = createHash('sha256')
  let newest = 0
  for (const file of files) {
    const { ino, size, mtimeMs, ctimeMs } = statSync(inRoot(file))
    newest = Math.max(newest, mtimeMs, ctimeMs)
    hash.update(`${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}\n`)
  }
  return { state: hash.digest('hex'), isSettled: newest < Date.now() - TIME_STEP_MS }
}

/** @param {string} state */
function knownName(state) {
  try {
    const [known, name = ''] = readFileSync(KNOWN, 'utf8').split(' ')
    return known === state && /^[0-9a-f]{16}$/.test(name) ? name : undefined
  } catch {
    return undefined
  }
}

/** @param {string} state @param {string} name */
function writeKnown(state, name) {
  const made = `${KNOWN}.${process.pid}`
  try {
    writeFileSync(made, `${state} ${name}`)
    renameSync(made, KNOWN)
  } catch {
    // In an installation that may not be written to, the sources are read each time.
  }
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(contentOf(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Node reads a text in one step, and bytes in four. @param {string} file */
const contentOf = file =>
  /\.(tsx?|js|json|css|svg|txt)$/.test(file) ? readFileSync(inRoot(file), 'utf8') : readFileSync(inRoot(file))

/** All files of the programs except tests, which no build contains, and the configuration. */
const sources = () => [
  ...['src', 'simulators']
    .flatMap(folder => (existsSync(inRoot(folder)) ? filesIn(folder) : []))
    .filter(file => !/\.test\.tsx?$/.test(file))
    .sort(),
  ...configuration.filter(name => existsSync(inRoot(name))),
]

/** @param {string} folder @returns {string[]} */
const filesIn = folder =>
  readdirSync(inRoot(folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })
