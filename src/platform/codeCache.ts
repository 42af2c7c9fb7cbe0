import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, dirname, join, sep } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** V8 checks the length of the source, its own version and its flags, but not whether the cached code is damaged. */
const CHECKSUM_BYTES = 4

interface ReadFile {
  cache: string
  /** Null when its code came from the cache. */
  compiled: Script | null
}

/**
 * From now on reads the files of a build (`.cjs` in this folder) with V8's code of the functions that an earlier start called. Node's own cache has only
 * those that V8 compiles when it reads a file: each start compiled 3,600 functions again. Does nothing where Node has no cache
 * (`NODE_COMPILE_CACHE`), whose folder it shares.
 * @returns what keeps the code that was not in the cache, and leaves all later files to Node; it returns their number. Call it once the
 * start is done: it takes some 50 ms when there is code to keep.
 */
export function readCodeCache(build: string): () => number {
  const shared = getCompileCacheDir()
  if (shared === undefined) return () => 0
  const folder = join(shared, 'programs')
  const { extensions } = createRequire(import.meta.url)
  const files: ReadFile[] = []
  extensions['.cjs'] = (module: NodeJS.Module, path: string) => {
    // Where packages import ES modules later, such a script could not.
    if (!path.startsWith(build + sep)) return extensions['.js'](module, path)
    const source = readFileSync(path, 'utf8')
    const cache = join(folder, `${basename(path)}.${crc32(source).toString(16)}`)
    const cachedData = readCached(cache)
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: path,
      ...(cachedData && { cachedData }),
    })
    files.push({ cache, compiled: script.cachedDataRejected === false ? null : script })
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

/** Keeps the code of these files, and none of other builds. @returns how many were not kept before */
function saveCompiled(folder: string, files: ReadFile[]): number {
  const compiled = files.filter(file => file.compiled)
  try {
    if (compiled.length > 0) mkdirSync(folder, { recursive: true })
    for (const file of compiled) saveFile(file)
    const used = new Set(files.map(({ cache }) => basename(cache)))
    if (compiled.length > 0)
      for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(join(folder, name), { force: true })
  } catch {
    // Another process does the same, or the folder can't be written: the next start compiles again.
  }
  return compiled.length
}

function saveFile({ cache, compiled }: ReadFile): void {
  const code = compiled?.createCachedData() ?? Buffer.alloc(0)
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(code))
  const made = `${cache}.${process.pid}`
  writeFileSync(made, Buffer.concat([checksum, code]))
  renameSync(made, cache)
}
