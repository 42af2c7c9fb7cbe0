import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Stores large files that are never public: what is sold as a download. They are in a folder of their own, of which no path
 * is served, arrive in parts, and are read in part.
 */
export interface PrivateFiles {
  /**
   * Writes a part of a file that is not complete yet, at its place; a part that is written again replaces itself.
   * @returns the number of bytes written
   */
  write(key: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Makes a file readable, when all its parts are written; a second time changes nothing. */
  complete(key: string): Promise<void>
  /** The size of a complete file in bytes; null when there is none. */
  size(key: string): Promise<number | null>
  /** The bytes of a complete file from `start` up to and including `end`. */
  read(key: string, range: { start: number; end: number }): Readable
  /** Removes a file, complete or not; does nothing when there is none. */
  remove(key: string): Promise<void>
  /** The keys of files that were last written before `time`. */
  listWrittenBefore(time: Date): Promise<string[]>
}

const keyPattern = /^[\w-]{32}$/

/** A new, unguessable key; contains nothing that a client sent. */
export const newPrivateFileKey = (): string => randomBytes(24).toString('base64url')

/** Stores files in a folder of this machine; several nodes need a shared one. */
export function privateFolder(root: string): PrivateFiles {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('invalid key of a private file')
    return join(root, key)
  }
  const partOf = (key: string): string => `${pathOf(key)}.part`
  return {
    async write(key, offset, content) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const file = await openForParts(partOf(key))
      try {
        let position = offset
        for await (const chunk of content) {
          const { bytesWritten } = await file.write(chunk, 0, chunk.length, position)
          // As on a disk that is filling up: a hole in the file would be sold.
          if (bytesWritten < chunk.length) throw new Error('a part of a private file was not written whole')
          position += bytesWritten
        }
        await file.datasync()
        return position - offset
      } finally {
        await file.close()
      }
    },
    complete: key => rename(partOf(key), pathOf(key)).catch(ifMissing(undefined)),
    size: async key => (await stat(pathOf(key)).catch(ifMissing(null)))?.size ?? null,
    read: (key, range) => createReadStream(pathOf(key), range),
    async remove(key) {
      await rm(partOf(key), { force: true })
      await rm(pathOf(key), { force: true })
    },
    async listWrittenBefore(time) {
      const names = await readdir(root).catch(ifMissing<string[]>([]))
      const keys = new Set<string>()
      for (const name of names) {
        const key = name.replace(/\.part$/, '')
        const written = await stat(join(root, name)).catch(ifMissing(null))
        if (written && written.mtime < time && keyPattern.test(key)) keys.add(key)
      }
      return [...keys]
    },
  }
}

/** Opens a file to write anywhere in it, and makes it when there is none. */
async function openForParts(path: string) {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Not truncated when another part has made it meanwhile.
    await (await open(path, 'a', 0o600)).close()
    return open(path, 'r+')
  }
}

/** Returns `instead` for a missing file; rethrows any other error. */
const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
