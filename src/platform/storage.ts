import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Stores uploaded and generated files. A key is `<folder>/<name>`, as `newStorageKey` makes it; the renditions of a picture are
 * stored together under one key, which ends in its background colour.
 */
export interface FileStorage {
  /** Writes a file atomically; a stream is not buffered in memory. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** The file under a key; null when there is none, or the key is invalid. */
  read(key: string): Promise<Buffer | null>
  /** The file as a stream, which fails when there is none. */
  open(key: string): Readable
  /** Removes a file, or all files under a key; does nothing when there are none. */
  remove(key: string): Promise<void>
  /** The keys in a folder that were written before `time`. */
  listWrittenBefore(folder: string, time: Date): Promise<string[]>
}

const keyPattern = /^[a-z]+\/[\w-]{32}(\.(webp|zip|csv|sent)|-[0-9a-f]{6}(\/\d{3,4}\.(webp|avif))?)$/

/** A new, unguessable key; contains nothing that a client sent. */
export const newStorageKey = (folder: string, kind: 'webp' | 'zip' | 'csv' | 'sent' = 'webp'): string =>
  `${folder}/${randomBytes(24).toString('base64url')}.${kind}`

/** Stores files in a folder of this machine; several nodes need a shared one. */
export function folderStorage(root: string): FileStorage {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('invalid storage key')
    return join(root, key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      // Renaming is atomic, also for concurrent readers.
      const draft = `${path}.part`
      try {
        await writeFile(draft, content, { mode: 0o600, flush: true })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: async key => (keyPattern.test(key) ? readFile(pathOf(key)).catch(ifMissing(null)) : null),
    open: key => createReadStream(pathOf(key)),
    remove: key => rm(pathOf(key), { force: true, recursive: true }),
    async listWrittenBefore(folder, time) {
      const names = await readdir(join(root, folder)).catch(ifMissing<string[]>([]))
      const keys = []
      for (const name of names) {
        const path = join(root, folder, name)
        const written = await stat(path).catch(ifMissing(null))
        if (!written || written.mtime >= time) continue
        // The remains of a write that did not finish.
        if (name.endsWith('.part')) await rm(path, { force: true })
        else if (keyPattern.test(`${folder}/${name}`)) keys.push(`${folder}/${name}`)
      }
      return keys
    },
  }
}

/** Returns `instead` for a missing file; rethrows any other error. */
const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
