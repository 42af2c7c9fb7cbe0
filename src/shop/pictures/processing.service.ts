import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { mediaPath } from '../../platform/http/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeOrphanedFiles } from '../../platform/files/orphanedFiles.ts'
import { Problem } from '../../wire/problem.ts'
import { createRenditions, PROCESSING_STEPS } from './renditions.service.ts'
import {
  defaultRenditionPath,
  deleteUnownedPictures,
  filterReferencedPaths,
  runOneAtATime,
  UPLOADS_FOLDER,
} from './service.ts'
import { pictures } from './table.ts'

type PictureStores = Pick<Platform, 'db' | 'storage'>

const FOLDER = 'pictures'

/** Assigns pictures to the owner that they were uploaded for, in the transaction in which the last one becomes ready. */
export type AttachPictures = (tx: Tx, ownerId: string) => Promise<void>

/** Processes an uploaded picture; does nothing when that was done before. */
export async function processPicture(parts: PictureStores, attach: AttachPictures, pictureId: string) {
  const { db, storage } = parts
  const [row] = await db.select().from(pictures).where(eq(pictures.id, pictureId))
  if (row?.status !== 'WAITING') return
  try {
    const address = await runOneAtATime(() => writeRenditions(parts, pictureId, row))
    await finishProcessing(db, attach, pictureId, { status: 'READY', address, done: PROCESSING_STEPS })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await finishProcessing(db, attach, pictureId, { status: 'FAILED', problem: error.message })
  }
  await storage.remove(row.source)
}

/** The folder of the renditions. Derived from the file's name, so that a retry replaces those of a node that stopped. */
async function writeRenditions(
  { db, storage }: PictureStores,
  pictureId: string,
  { source, isWhole }: Pick<typeof pictures.$inferSelect, 'source' | 'isWhole'>,
) {
  const sent = await storage.read(source)
  if (!sent)
    throw new Problem('NOT_FOUND', { message: 'De foto is niet goed aangekomen. Kies haar opnieuw.' })
  const processed = await createRenditions(sent, isWhole)
  const name = source.slice(UPLOADS_FOLDER.length + 1).replace('.sent', '')
  const folder = `${FOLDER}/${name}-${processed.colour}`
  let done = 1
  for await (const cut of processed.renditions()) {
    await storage.put(`${folder}/${cut.name}`, cut.content)
    done += 1
    await db.update(pictures).set({ done }).where(eq(pictures.id, pictureId))
  }
  return mediaPath(defaultRenditionPath(folder))
}

const finishProcessing = (
  db: Db,
  attach: AttachPictures,
  pictureId: string,
  outcome: Partial<typeof pictures.$inferSelect>,
): Promise<void> =>
  db.transaction(async tx => {
    const isWaiting = and(eq(pictures.id, pictureId), eq(pictures.status, 'WAITING'))
    const [row] = await tx.update(pictures).set(outcome).where(isWaiting).returning()
    if (row?.ownerId && row.place !== null) await attach(tx, row.ownerId)
  })

/** Deletes pictures without an owner, and orphaned files. */
export async function cleanupPictures(platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> {
  await deleteUnownedPictures(platform)
  for (const folder of [FOLDER, UPLOADS_FOLDER])
    await removeOrphanedFiles(platform, folder, paths => filterReferencedPaths(platform.db, paths))
}
