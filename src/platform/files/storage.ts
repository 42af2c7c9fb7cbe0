import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder, moveIntoPlace } from './durableFiles.ts'

export interface StoredFile {
  key: string
  bytes: number
  writtenAt: Date
}

/** The common interface of stores of files, such as a backup and a move need it. A file never changes under its key. */
export interface FileStore {
  /** Writes a whole file atomically; a stream is not buffered in memory. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** The file as a stream, which fails when there is none. */
  open(key: string): Readable
  /** The size of a file in bytes; null when there is none. */
  size(key: string): Promise<number | null>
  /** Removes a file; does nothing when there is none. */
  remove(key: string): Promise<void>
  /** All files, one by one, each under a key of its own; those that are written or removed meanwhile may be in it or not. */
  list(): AsyncIterable<StoredFile>
}

/**
 * Stores uploaded and generated files. A key is `<folder>/<name>`, as `newStorageKey` makes it; the renditions of a picture are
 * stored together under one key, which ends in its background colour, and which `remove` and `listWrittenBefore` take as one.
 */
export interface FileStorage extends FileStore {
  /** The file under a key; null when there is none, or the key is invalid. */
  read(key: string): Promise<Buffer | null>
  /** The keys in a folder that were written before `time`; removes remains of unfinished writes there. */
  listWrittenBefore(folder: string, time: Date): Promise<string[]>
}

/** Files can't be reached now; answered with 503. */
export class FilesUnavailable extends Error {
  readonly statusCode = 503

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FilesUnavailable'
  }
}

const keyPattern = /^[a-z]+\/[\w-]{32}(\.(webp|zip|csv|pdf|sent)|-[0-9a-f]{6}(\/\d{3,4}\.(webp|avif))?)$/
const renditionsPattern = /^[a-z]+\/[\w-]{32}-[0-9a-f]{6}$/

export const isStorageKey = (key: string): boolean => keyPattern.test(key)

/** Whether a key is that of all renditions of a picture, which has no file of its own. */
export const isKeyOfRenditions = (key: string): boolean => renditionsPattern.test(key)

/** @throws Error for a key that `newStorageKey` does not make, such as a path out of the store */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error('invalid storage key')
}

/** A new, unguessable key; contains nothing that a client sent. */
export const newStorageKey = (
  folder: string,
  kind: 'webp' | 'zip' | 'csv' | 'pdf' | 'sent' = 'webp',
): string => `${folder}/${randomBytes(24).toString('base64url')}.${kind}`

/** Stores files in a folder of this machine; several nodes need a shared one. */
export function folderStorage(root: string): FileStorage {
  const pathOf = (key: string): string => {
    assertStorageKey(key)
    return join(root, key)
  }
  return {
    put: async (key, content) => putFile(pathOf(key), content),
    read: async key => (isStorageKey(key) ? readFile(pathOf(key)).catch(ifMissing(null)) : null),
    open: key => createReadStream(pathOf(key)),
    size: async key => (await stat(pathOf(key)).catch(ifMissing(null)))?.size ?? null,
    remove: key => rm(pathOf(key), { force: true, recursive: true }),
    async *list() {
      for (const folder of await namesIn(root)) {
        for (const name of await namesIn(join(root, folder))) {
          const key = `${folder}/${name}`
          const renditions = isKeyOfRenditions(key) ? await namesIn(join(root, key)) : []
          const keys = isKeyOfRenditions(key) ? renditions.map(file => `${key}/${file}`) : [key]
          for (const each of keys) yield* describeFile(root, each, isStorageKey)
        }
      }
    },
    async listWrittenBefore(folder, time) {
      const keys = []
      for (const name of await namesIn(join(root, folder))) {
        const path = join(root, folder, name)
        const written = await stat(path).catch(ifMissing(null))
        if (!written || written.mtime >= time) continue
        // The remains of a write that did not finish.
        if (name.endsWith('.part')) await rm(path, { force: true })
        else if (isStorageKey(`${folder}/${name}`)) keys.push(`${folder}/${name}`)
      }
      return keys
    },
  }
}

/** Writes a file under another name and renames it, which is atomic, also for concurrent readers and a power cut. */
export async function putFile(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const draft = `${path}.part`
  try {
    await makeFolder(dirname(path))
    await writeFile(draft, content, { mode: 0o600 })
    await moveIntoPlace(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    return rethrowWriteError(error)
  }
}

/** A disk without room, or beyond its quota. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** @throws FilesUnavailable when the disk is full, the error itself otherwise */
export function rethrowWriteError(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException
  throw fullCodes.has(code) ? new FilesUnavailable('the disk of DATA_DIR is full', error) : error
}

/** The names in a folder; none when there is no such folder. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** The file under a key, unless it is gone or no file of ours. */
export async function* describeFile(
  root: string,
  key: string,
  isKey: (key: string) => boolean,
): AsyncGenerator<StoredFile> {
  if (!isKey(key)) return
  const found = await stat(join(root, key)).catch(ifMissing(null))
  if (found?.isFile()) yield { key, bytes: found.size, writtenAt: found.mtime }
}

/** Returns `instead` for a missing file; rethrows any other error. */
export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
