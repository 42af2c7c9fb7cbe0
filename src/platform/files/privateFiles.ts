import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { moveIntoPlace } from './durableFiles.ts'
import {
  describeFile,
  FilesUnavailable,
  ifMissing,
  namesIn,
  putFile,
  rethrowWriteError,
  type FileStore,
} from './storage.ts'

/**
 * Stores large files that are never public: sold downloads. They are in a folder of their own, of which no path is served, arrive in parts,
 * and are read in part. `size`, `open` and `list` are about complete files.
 */
export interface PrivateFiles extends FileStore {
  /**
   * Writes a part of a file that is not complete yet. It begins at 0, or where one before it ended; the last one may be written
   * again, then replaces itself. Each may come through another node.
   * @param offset where its first byte belongs
   * @returns the number of bytes written
   */
  write(key: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Makes a file of `bytes` readable, when all its parts are written; a second time changes nothing. */
  complete(key: string, bytes: number): Promise<void>
  /** The bytes of a complete file from `start` up to and including `end`. */
  read(key: string, range: { start: number; end: number }): Promise<Readable>
  /** The keys of files, complete or not, that were last written before `time`. */
  listWrittenBefore(time: Date): Promise<string[]>
}

const keyPattern = /^[\w-]{32}$/

export const isPrivateFileKey = (key: string): boolean => keyPattern.test(key)

/** @throws Error for a key that `newPrivateFileKey` does not make, such as a path out of the store */
export function assertPrivateFileKey(key: string): void {
  if (!isPrivateFileKey(key)) throw new Error('invalid key of a private file')
}

/** A new, unguessable key; contains nothing that a client sent. */
export const newPrivateFileKey = (): string => randomBytes(24).toString('base64url')

/** Stores files in a folder of this machine; several nodes need a shared one. */
export function privateFolder(root: string): PrivateFiles {
  const pathOf = (key: string): string => {
    assertPrivateFileKey(key)
    return join(root, key)
  }
  const partOf = (key: string): string => `${pathOf(key)}.part`
  return {
    async write(key, offset, content) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const file = await openForParts(partOf(key)).catch(rethrowWriteError)
      try {
        let position = offset
        for await (const chunk of content) {
          const { bytesWritten } = await file.write(chunk, 0, chunk.length, position)
          // As on a disk that is filling up: a hole in the file would be sold.
          if (bytesWritten < chunk.length)
            throw new FilesUnavailable('a part of a private file was not written whole')
          position += bytesWritten
        }
        await file.datasync()
        return position - offset
      } catch (error) {
        return rethrowWriteError(error)
      } finally {
        await file.close()
      }
    },
    complete: key => moveIntoPlace(partOf(key), pathOf(key)).catch(ifMissing(undefined)),
    put: async (key, content) => putFile(pathOf(key), content),
    size: async key => (await stat(pathOf(key)).catch(ifMissing(null)))?.size ?? null,
    read: async (key, range) => createReadStream(pathOf(key), range),
    open: key => createReadStream(pathOf(key)),
    async remove(key) {
      await rm(partOf(key), { force: true })
      await rm(pathOf(key), { force: true })
    },
    async *list() {
      for (const name of await namesIn(root)) yield* describeFile(root, name, isPrivateFileKey)
    },
    async listWrittenBefore(time) {
      const keys = new Set<string>()
      for (const name of await namesIn(root)) {
        const key = name.replace(/\.part$/, '')
        const written = await stat(join(root, name)).catch(ifMissing(null))
        if (written && written.mtime < time && isPrivateFileKey(key)) keys.add(key)
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
