import { inArray } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { removeOrphanedFiles } from '../../platform/files/orphanedFiles.ts'
import { gifts } from './table.ts'

export const FOLDER = 'gifts'
/** Removes orphaned files: those of deleted gifts, and those of a node that was killed between a file and its row. */
export const cleanUpGiftPictures = (platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> =>
  removeOrphanedFiles(platform, FOLDER, async paths => {
    const named = await platform.db
      .select({ path: gifts.imageUrl })
      .from(gifts)
      .where(inArray(gifts.imageUrl, paths))
    return named.map(({ path }) => path)
  })
