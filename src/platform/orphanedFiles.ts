import { storageKeyOfMedia, mediaPath } from './media.ts'
import type { Platform } from './platform.ts'

/** A file without a name in the database is an upload under way for no longer than this, in milliseconds. */
const UPLOAD_GRACE_MS = 3600_000
/** How many files are asked after at once. */
const BATCH_SIZE = 500

/**
 * Removes files of a folder that nothing names: what a node left behind that was killed between a file and its row.
 * @param namedAmong which of these paths a row names. Asked after the files were listed: no name is ever given twice, so one that
 * has no row now will have none.
 */
export async function removeOrphanedFiles(
  { storage, now }: Pick<Platform, 'storage' | 'now'>,
  folder: string,
  namedAmong: (paths: string[]) => Promise<(string | null)[]>,
): Promise<void> {
  const old = await storage.listWrittenBefore(folder, new Date(now().getTime() - UPLOAD_GRACE_MS))
  for (let at = 0; at < old.length; at += BATCH_SIZE) {
    const some = old.slice(at, at + BATCH_SIZE)
    const named = new Set(
      (await namedAmong(some.map(mediaPath))).map(path => path && storageKeyOfMedia(path)),
    )
    for (const key of some) if (!named.has(key)) await storage.remove(key)
  }
}
