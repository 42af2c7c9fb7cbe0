import { eq, inArray } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import type { Db } from '../../../platform/db/db.ts'
import { mediaPath, storageKeyOfMedia } from '../../../platform/http/media.ts'
import { removeOrphanedFiles } from '../../../platform/files/orphanedFiles.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { products } from '../catalog/table.ts'
import { manualFileName } from './rules.ts'
import { productManuals } from './table.ts'

export const MANUALS_FOLDER = 'manuals'

/** @throws Problem NOT_FOUND */
export async function openManual(
  { db, storage }: Pick<Platform, 'storage'> & { db: Db },
  manualId: string,
): Promise<{ filename: string; bytes: number; content: Readable }> {
  const [manual] = await db
    .select({
      slug: products.slug,
      language: productManuals.language,
      bytes: productManuals.bytes,
      storageKey: productManuals.storageKey,
    })
    .from(productManuals)
    .innerJoin(products, eq(products.id, productManuals.productId))
    .where(eq(productManuals.id, manualId))
  if (!manual) throw new Problem('NOT_FOUND', { message: 'Deze handleiding is er niet meer.' })
  const { bytes, storageKey } = manual
  return { filename: manualFileName(manual), bytes, content: storage.open(storageKey) }
}

/** Deletes files that no manual has: of one that was replaced, or of a node that stopped between writing a file and its row. */
export const deleteOrphanedManuals = (platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> =>
  removeOrphanedFiles(platform, MANUALS_FOLDER, async paths => {
    const rows = await platform.db
      .select({ key: productManuals.storageKey })
      .from(productManuals)
      .where(inArray(productManuals.storageKey, paths.map(storageKeyOfMedia)))
    return rows.map(({ key }) => mediaPath(key))
  })
