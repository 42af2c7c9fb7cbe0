import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assertPrivateFileKey, isPrivateFileKey, type PrivateFiles } from './privateFiles.ts'
import { inParts, PART_BYTES, type S3Bucket } from './s3Bucket.ts'
import {
  assertStorageKey,
  FilesUnavailable,
  isKeyOfRenditions,
  isStorageKey,
  type FileStorage,
  type StoredFile,
} from './storage.ts'

const MEDIA = 'media/'
const FILES = 'files/'
/** The parts of private files that are not complete yet. */
const PARTS = 'parts/'

/** `FileStorage` in a bucket, below `media/`. */
export function s3Storage(bucket: S3Bucket): FileStorage {
  const nameOf = (key: string): string => {
    assertStorageKey(key)
    return MEDIA + key
  }
  return {
    put: async (key, content) => bucket.put(nameOf(key), content),
    async read(key) {
      const found = isStorageKey(key) ? await bucket.open(nameOf(key)) : null
      return found && (await buffer(found).catch(failBroken))
    },
    open: key => streamOf(bucket, nameOf(key)),
    size: async key => bucket.size(nameOf(key)),
    async remove(key) {
      if (isKeyOfRenditions(key)) await removeBelow(bucket, `${nameOf(key)}/`)
      else await bucket.remove([nameOf(key)])
    },
    list: () => ourFiles(bucket.list(MEDIA), isStorageKey),
    async listWrittenBefore(folder, time) {
      await bucket.removeUnfinished(`${MEDIA}${folder}/`, time)
      const own = (file: StoredFile) => `${folder}/${file.key.split('/', 1)[0]}`
      const newest = await newestOfEach(bucket.list(`${MEDIA}${folder}/`), own)
      return keysBefore(newest, time).filter(isStorageKey)
    },
  }
}

export interface S3PrivateFiles extends PrivateFiles {
  /** Whether all bytes of an incomplete file before `offset` are here. */
  holdsUpTo(key: string, offset: number): Promise<boolean>
}

/**
 * `PrivateFiles` in a bucket, below `files/`. The parts that a browser sends are smaller than those of a multi-part upload may be, so
 * arriving parts are kept below `parts/` in objects that `complete` joins within the server:
 * - full: `parts/<key>/<n × PART_BYTES>-<(n + 1) × PART_BYTES>`;
 * - the rest: `parts/<key>/<n × PART_BYTES>-<where the last part ended>`, which the next part reads and exceeds.
 * Their names and contents follow from the bytes alone, so that a part that comes twice, at two nodes or after a restart, writes the
 * same objects again, and nothing but the bucket has to remember anything.
 */
export function s3PrivateFiles(bucket: S3Bucket): S3PrivateFiles {
  const nameOf = (key: string): string => {
    assertPrivateFileKey(key)
    return FILES + key
  }
  const removeParts = (key: string) => removeBelow(bucket, `${PARTS}${key}/`)
  return {
    async write(key, offset, content) {
      assertPrivateFileKey(key)
      const excess = offset % PART_BYTES
      const held = excess === 0 ? null : await bucket.open(partBefore(key, offset))
      if (excess > 0 && !held) throw new Error('the part of a private file before this one is missing')
      let end = offset - excess
      for await (const part of inParts(concat(held, content))) {
        await bucket.put(partName(key, end, end + part.length), part)
        end += part.length
      }
      return end - offset
    },
    holdsUpTo: async (key, offset) => (await bucket.size(partBefore(key, offset))) !== null,
    async complete(key, bytes) {
      if ((await bucket.size(nameOf(key))) === bytes) return
      const sources: string[] = []
      for (let start = 0; start < bytes; start += PART_BYTES)
        sources.push(partName(key, start, Math.min(start + PART_BYTES, bytes)))
      await bucket.join(nameOf(key), sources).catch(async (error: unknown) => {
        // Another node was first, or its answer was lost.
        if ((await bucket.size(nameOf(key))) !== bytes) throw error
      })
      // The file is there: parts that can't be removed now are removed later.
      await removeParts(key).catch(() => undefined)
    },
    put: async (key, content) => bucket.put(nameOf(key), content),
    size: async key => bucket.size(nameOf(key)),
    async read(key, range) {
      const found = await bucket.open(nameOf(key), range)
      if (!found) throw new Error('there is no such private file')
      return found
    },
    open: key => streamOf(bucket, nameOf(key)),
    async remove(key) {
      await bucket.remove([nameOf(key)])
      await removeParts(key)
    },
    list: () => ourFiles(bucket.list(FILES), isPrivateFileKey),
    async listWrittenBefore(time) {
      await bucket.removeUnfinished(FILES, time)
      const complete = await newestOfEach(bucket.list(FILES), ({ key }) => key)
      const incomplete = await newestOfEach(bucket.list(PARTS), ({ key }) => key.split('/', 1)[0] ?? '')
      const old = new Set(keysBefore(complete, time).filter(isPrivateFileKey))
      for (const key of keysBefore(incomplete, time).filter(isPrivateFileKey)) {
        if (complete.has(key)) await removeParts(key)
        else old.add(key)
      }
      return [...old]
    },
  }
}

async function removeBelow(bucket: S3Bucket, prefix: string): Promise<void> {
  const names: string[] = []
  for await (const { key } of bucket.list(prefix)) names.push(prefix + key)
  await bucket.remove(names)
}

const partName = (key: string, start: number, end: number) => `${PARTS}${key}/${start}-${end}`

/** The object that ends at `offset`, which was written after all before it. */
const partBefore = (key: string, offset: number) =>
  partName(key, PART_BYTES * (Math.ceil(offset / PART_BYTES) - 1), offset)

/** An object as a stream, which is opened when it is read. */
const streamOf = (bucket: S3Bucket, name: string): Readable =>
  Readable.from(
    (async function* () {
      const found = await bucket.open(name)
      if (!found) throw new Error('there is no such file')
      yield* found as AsyncIterable<Buffer>
    })(),
    { objectMode: false },
  )

const failBroken = (error: Error): never => {
  throw new FilesUnavailable(`S3: a transfer broke off: ${error.message}`, error)
}

async function* concat(...sources: (AsyncIterable<Uint8Array> | null)[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) if (source) yield* source
}

/** Leaves out objects that others put into the bucket. */
async function* ourFiles(files: AsyncIterable<StoredFile>, isOurs: (key: string) => boolean) {
  for await (const file of files) if (isOurs(file.key)) yield file
}

/** When the newest of the objects that belong together was written, by their common key. */
async function newestOfEach(files: AsyncIterable<StoredFile>, keyOf: (file: StoredFile) => string) {
  const newest = new Map<string, number>()
  for await (const file of files)
    newest.set(keyOf(file), Math.max(newest.get(keyOf(file)) ?? 0, file.writtenAt.getTime()))
  return newest
}

const keysBefore = (newest: ReadonlyMap<string, number>, time: Date): string[] =>
  [...newest].filter(([, at]) => at < time.getTime()).map(([key]) => key)
