import { createHash } from 'node:crypto'
import { eachOf } from './s3Bucket.ts'
import type { FileStore, StoredFile } from './storage.ts'

export interface MoveResult {
  copied: number
  bytes: number
  /** Files that are in both, of one size. */
  present: number
  /** Keys that could not be copied, with the reason. */
  failed: string[]
}

/**
 * Copies the files that a store does not have yet, a few at a time; each is read back and compared by its SHA-256. Files may be written
 * and removed meanwhile: who removes one removes it from `from` first and from `to` after that, so that a copy of a removed file is seen
 * here, or removed there.
 */
export async function copyMissingFiles(from: FileStore, to: FileStore): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, bytes: 0, present: 0, failed: [] }
  await eachOf(from.list(), async file => {
    try {
      if ((await to.size(file.key)) === file.bytes) result.present += 1
      else if (await copyFile(from, to, file)) {
        result.copied += 1
        result.bytes += file.bytes
      }
    } catch (error) {
      result.failed.push(`${file.key}: ${(error as Error).message}`)
    }
  })
  return result
}

/** @returns false for a file that was removed meanwhile @throws Error when the copy differs; then it is removed */
async function copyFile(from: FileStore, to: FileStore, { key }: StoredFile): Promise<boolean> {
  const isGone = async () => (await from.size(key)) === null
  const sent = createHash('sha256')
  const stored = createHash('sha256')
  try {
    await to.put(key, hashing(from.open(key), sent))
    for await (const chunk of to.open(key)) stored.update(chunk as Uint8Array)
  } catch (error) {
    if (!(await isGone())) throw error
  }
  if (await isGone()) {
    await to.remove(key)
    return false
  }
  if (sent.digest('hex') === stored.digest('hex')) return true
  await to.remove(key)
  throw new Error('the copy is not the same')
}

async function* hashing(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
