import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** V8 checks the length of the source, its own version and its flags, but not whether the cached code is damaged. */
const CHECKSUM_BYTES = 4

/** Milliseconds after which the code of files that this process did not read is removed: it is of an earlier build. */
const UNUSED_MS = 7 * 24 * 3_600_000

/** A file that was read. */
interface SourceFile {
  /** Where its code is cached. */
  cachePath: string
  /** Null when its code came from the cache. */
  compiled: Script | null
}

/**
 * From now on reads the files of a build with V8's code of the functions that an earlier start called. Node's own cache has only those
 * that V8 compiles when it reads a file: each start compiled 3,600 functions again. Does nothing where Node has no cache
 * (`NODE_COMPILE_CACHE`), whose folder it shares.
 * @param programs the build's folder of programs; their files (`.cjs`) have no `import()`, which would fail in such a script
 * @returns a function that keeps the code that was not in the cache, and leaves all later files to Node; it resolves to their number. Call
 * it once the start is done: the first time in a build it takes 60 to 90 ms, between which others have their turns.
 */
export function readCodeCache(programs: string): () => Promise<number> {
  const shared = getCompileCacheDir()
  if (shared === undefined) return () => Promise.resolve(0)
  const folder = join(shared, 'programs')
  const { extensions } = createRequire(import.meta.url)
  const files: SourceFile[] = []
  extensions['.cjs'] = (module: NodeJS.Module, path: string) => {
    if (!path.startsWith(programs + sep)) return extensions['.js'](module, path)
    const source = readFileSync(path, 'utf8')
    const cachePath = join(folder, `${basename(path)}.${crc32(source).toString(16)}`)
    const cachedData = readCached(cachePath)
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: path,
      ...(cachedData && { cachedData }),
    })
    files.push({ cachePath, compiled: script.cachedDataRejected === false ? null : script })
    const run = script.runInThisContext() as (...values: unknown[]) => void
    run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path))
  }
  return () => {
    delete extensions['.cjs']
    return saveCompiled(folder, files.splice(0))
  }
}

/** @returns undefined when it is missing or damaged */
function readCached(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path)
    const code = bytes.subarray(CHECKSUM_BYTES)
    return bytes.readUInt32LE() === crc32(code) ? code : undefined
  } catch {
    return undefined
  }
}

/** @returns how many files' code was not kept before */
async function saveCompiled(folder: string, files: SourceFile[]): Promise<number> {
  const fresh = files.flatMap(({ cachePath, compiled }) => (compiled ? [{ cachePath, compiled }] : []))
  if (fresh.length === 0) return 0
  try {
    mkdirSync(folder, { recursive: true })
    for (const { cachePath, compiled } of fresh) {
      saveCode(cachePath, compiled.createCachedData())
      await nextTurn()
    }
    removeUnused(folder, new Set(files.map(({ cachePath }) => cachePath)))
  } catch {
    // Another process does the same, or the folder can't be written: the next start compiles again.
  }
  return fresh.length
}

/** Another process reads all of it or nothing. */
function saveCode(path: string, code: Buffer): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(code))
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, Buffer.concat([checksum, code]))
  renameSync(unfinished, path)
}

function removeUnused(folder: string, used: ReadonlySet<string>): void {
  for (const path of readdirSync(folder).map(name => join(folder, name)))
    if (!used.has(path) && statSync(path).mtimeMs < Date.now() - UNUSED_MS) rmSync(path, { force: true })
}
