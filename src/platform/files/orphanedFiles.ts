import { storageKeyOfMedia, mediaPath } from '../http/media.ts'
import type { Platform } from '../platform.ts'

/** A younger file without a row may belong to an upload that is still running, also by a clock that is hours ahead. */
const UPLOAD_GRACE_MS = 24 * 3600_000
/** Files per query. */
const BATCH_SIZE = 500

/**
 * Removes the files of a folder that no row refers to, left by a node that was killed between writing a file and its row.
 * @param findReferenced returns the paths that a row refers to. Keys are never reused, so a listed file without a row stays without.
 */
export async function removeOrphanedFiles(
  { storage, now }: Pick<Platform, 'storage' | 'now'>,
  folder: string,
  findReferenced: (paths: string[]) => Promise<(string | null)[]>,
): Promise<void> {
  const old = await storage.listWrittenBefore(folder, new Date(now().getTime() - UPLOAD_GRACE_MS))
  for (let start = 0; start < old.length; start += BATCH_SIZE) {
    const keys = old.slice(start, start + BATCH_SIZE)
    const referenced = new Set(
      (await findReferenced(keys.map(mediaPath))).map(path => path && storageKeyOfMedia(path)),
    )
    for (const key of keys) if (!referenced.has(key)) await storage.remove(key)
  }
}
