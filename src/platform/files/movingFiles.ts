import { Readable } from 'node:stream'
import type { PrivateFiles } from './privateFiles.ts'
import type { S3PrivateFiles } from './s3Stores.ts'
import type { FileStorage, FileStore, StoredFile } from './storage.ts'

/** Whether new files are written to S3: from then on the folder only loses files. Read at each write, because a command sets it. */
export type IsMoved = () => Promise<boolean>

/**
 * Two stores that are read as one, while files move from a folder to S3 and after that. A file never changes under its key, so that it
 * does not matter which of two copies is read: the folder is asked first, which costs nothing. Files are removed from both, from the folder
 * first; `moveFiles` depends on that order.
 */
const bothStores = (folder: FileStore, s3: FileStore, isMoved: IsMoved): FileStore => ({
  put: async (key, content) => ((await isMoved()) ? s3 : folder).put(key, content),
  open: key =>
    Readable.from(
      (async function* () {
        yield* ((await folder.size(key)) === null ? s3 : folder).open(key) as AsyncIterable<Buffer>
      })(),
      { objectMode: false },
    ),
  size: async key => (await folder.size(key)) ?? s3.size(key),
  async remove(key) {
    await folder.remove(key)
    await s3.remove(key)
  },
  list: () => listBoth(folder, s3),
})

export const movingStorage = (folder: FileStorage, s3: FileStorage, isMoved: IsMoved): FileStorage => ({
  ...bothStores(folder, s3, isMoved),
  read: async key => (await folder.read(key)) ?? s3.read(key),
  listWrittenBefore: async (name, time) =>
    union(await folder.listWrittenBefore(name, time), await s3.listWrittenBefore(name, time)),
})

/** A file that began to arrive in the folder goes on there; its parts in S3 tell in which store it is. */
export const movingPrivateFiles = (
  folder: PrivateFiles,
  s3: S3PrivateFiles,
  isMoved: IsMoved,
): PrivateFiles => ({
  ...bothStores(folder, s3, isMoved),
  async write(key, offset, content) {
    const isInS3 = offset === 0 ? await isMoved() : await s3.holdsUpTo(key, offset)
    return (isInS3 ? s3 : folder).write(key, offset, content)
  },
  complete: async (key, bytes) => ((await s3.holdsUpTo(key, bytes)) ? s3 : folder).complete(key, bytes),
  read: async (key, range) => ((await folder.size(key)) === null ? s3 : folder).read(key, range),
  listWrittenBefore: async time =>
    union(await folder.listWrittenBefore(time), await s3.listWrittenBefore(time)),
})

async function* listBoth(folder: FileStore, s3: FileStore): AsyncGenerator<StoredFile> {
  yield* folder.list()
  for await (const file of s3.list()) if ((await folder.size(file.key)) === null) yield file
}

const union = (some: string[], others: string[]): string[] => [...new Set([...some, ...others])]
