import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Where files are kept that people bring along. A key is `<folder>/<name>`, as `newStorageKey` makes it; the cuts of a picture lie
 * side by side under one key, which ends in its colour.
 */
export interface FileStorage {
  /** Keeps a file: whole, or not at all. What comes as a stream is never in memory as a whole. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** What is kept under a key; null when there is nothing, or it is no key. */
  read(key: string): Promise<Buffer | null>
  /** The same in pieces; it fails on the way when there is nothing. */
  open(key: string): Readable
  /** Removes a file, or all that lies under a key; fine when it is gone already. */
  remove(key: string): Promise<void>
  /** Every key in a folder that was written before a moment. */
  listWrittenBefore(folder: string, moment: Date): Promise<string[]>
}

const keyPattern = /^[a-z]+\/[\w-]{32}(\.(webp|zip|csv|sent)|-[0-9a-f]{6}(\/\d{3,4}\.(webp|avif))?)$/

/** A key that nobody can guess, and that no file ever had: nothing that a client sends is part of it. */
export const newStorageKey = (folder: string, kind: 'webp' | 'zip' | 'csv' | 'sent' = 'webp'): string =>
  `${folder}/${randomBytes(24).toString('base64url')}.${kind}`

/** Keeps files in a folder of this machine; several nodes need one that they share. */
export function folderStorage(root: string): FileStorage {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('no key of ours')
    return join(root, key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      // Renaming is all or nothing, also for whoever reads meanwhile.
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
    async listWrittenBefore(folder, moment) {
      const names = await readdir(join(root, folder)).catch(ifMissing<string[]>([]))
      const keys = []
      for (const name of names) {
        const path = join(root, folder, name)
        const written = await stat(path).catch(ifMissing(null))
        if (!written || written.mtime >= moment) continue
        // A draft that was never finished is nobody's.
        if (name.endsWith('.part')) await rm(path, { force: true })
        else if (keyPattern.test(`${folder}/${name}`)) keys.push(`${folder}/${name}`)
      }
      return keys
    },
  }
}

/** What stands for a file that is not there; any other failure stays one. */
const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
