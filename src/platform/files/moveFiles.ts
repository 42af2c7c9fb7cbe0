import { createHash } from 'node:crypto'
import { eachOf } from './s3Bucket.ts'
import type { FileStore, StoredFile } from './storage.ts'

export interface MoveResult {
  copied: number
  bytes: number
  /** Files that are in both, and the same. */
  present: number
  /** Keys that could not be copied, with the reason. */
  failed: string[]
}

/**
 * Copies the files that a store does not have yet, a few at a time. Each is read back and compared by its SHA-256, also one that is there
 * already: a run that was killed may have left it before it was compared. Files may be written
 * and removed meanwhile: who removes one removes it from `from` first and from `to` after that, so that a copy of a removed file is seen
 * here, or removed there.
 */
export async function copyMissingFiles(from: FileStore, to: FileStore): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, bytes: 0, present: 0, failed: [] }
  await eachOf(from.list(), async file => {
    try {
      if (await isSame(from, to, file)) result.present += 1
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

/** Whether a file is in both; false as well when it can't be read, which copying it then tells. */
async function isSame(from: FileStore, to: FileStore, { key, bytes }: StoredFile): Promise<boolean> {
  if ((await to.size(key)) !== bytes) return false
  const hashes = [from, to].map(store => hashOf(store.open(key)))
  const [original, copy] = await Promise.allSettled(hashes)
  return original?.status === 'fulfilled' && copy?.status === 'fulfilled' && original.value === copy.value
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** @returns false for a file that was removed meanwhile @throws Error when the copy differs; then it is removed */
async function copyFile(from: FileStore, to: FileStore, { key }: StoredFile): Promise<boolean> {
  const isGone = async () => (await from.size(key)) === null
  const sent = createHash('sha256')
  let stored = ''
  try {
    await to.put(key, hashing(from.open(key), sent))
    stored = await hashOf(to.open(key))
  } catch (error) {
    if (!(await isGone())) throw error
  }
  if (await isGone()) {
    await to.remove(key)
    return false
  }
  if (sent.digest('hex') === stored) return true
  await to.remove(key)
  throw new Error('the copy is not the same')
}

async function* hashing(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
