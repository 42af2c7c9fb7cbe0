import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { processImage } from '../../platform/files/imageProcessing.ts'
import { removeOrphanedFiles } from '../../platform/files/orphanedFiles.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { mediaPath, storageKeyOfMedia } from '../../platform/http/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { MAX_GALLERY, type PictureKind } from './contract.ts'
import { lockOwnPage, recordPageChange } from './service.ts'
import { creatorPictures } from './table.ts'

type Files = Pick<Platform, 'storage' | 'log'>
export type PictureRow = typeof creatorPictures.$inferSelect

const FOLDER = 'creators'
/** Pixels, 4:5 as all pictures of the shop. */
const FRAME = { width: 960, height: 1200 }

export const pictureNotFound = () => new Problem('NOT_FOUND', { message: 'Deze foto is er niet meer.' })

/**
 * Adds a portrait or a picture of the gallery, under a key that `/media` does not serve; a portrait replaces the one that waits.
 * @throws Problem NOT_FOUND before the first draft; CONFLICT when the gallery is full; as `processImage` does
 */
export async function addPicture(
  { db, now, ...files }: Files & Pick<Platform, 'db' | 'now'>,
  userId: string,
  kind: PictureKind,
  sent: Buffer,
): Promise<void> {
  const key = newStorageKey(FOLDER, 'sent')
  const path = mediaPath(key)
  await files.storage.put(key, await processImage(sent, FRAME))
  try {
    const replaced = await db.transaction(async tx => {
      await lockOwnPage(tx, userId)
      const gone =
        kind === 'PORTRAIT'
          ? await deletePictures(tx, and(isPortraitOf(userId), isNull(creatorPictures.approvedAt)))
          : []
      const position = await tx.$count(
        creatorPictures,
        and(eq(creatorPictures.userId, userId), eq(creatorPictures.kind, 'GALLERY')),
      )
      if (kind === 'GALLERY' && position >= MAX_GALLERY)
        throw new Problem('CONFLICT', {
          message: `Je hebt al ${MAX_GALLERY} foto’s. Verwijder er eerst een.`,
        })
      await tx.insert(creatorPictures).values({ userId, kind, path, position, createdAt: now() })
      await recordPageChange(tx, userId, { pictures: true })
      return gone
    })
    await removePictureFiles(files, replaced)
  } catch (error) {
    await removePictureFiles(files, [key])
    throw error
  }
}

const isPortraitOf = (userId: string) =>
  and(eq(creatorPictures.userId, userId), eq(creatorPictures.kind, 'PORTRAIT'))

/** @returns the keys of their files, to remove after the transaction; the demo's are part of the project */
export async function deletePictures(tx: Tx, which: ReturnType<typeof and>): Promise<string[]> {
  const gone = await tx.delete(creatorPictures).where(which).returning({ path: creatorPictures.path })
  return gone.map(({ path }) => storageKeyOfMedia(path)).filter(key => key.startsWith(`${FOLDER}/`))
}

export const deletePicturesOf = (tx: Tx, userId: string): Promise<string[]> =>
  deletePictures(tx, eq(creatorPictures.userId, userId))

/** @throws Problem NOT_FOUND when it is not hers */
export async function removePicture(
  { db, ...files }: Files & Pick<Platform, 'db'>,
  userId: string,
  pictureId: string,
): Promise<void> {
  const gone = await db.transaction(async tx => {
    await lockOwnPage(tx, userId)
    const isIt = and(eq(sql`${creatorPictures.id}::text`, pictureId), eq(creatorPictures.userId, userId))
    if ((await tx.$count(creatorPictures, isIt)) === 0) throw pictureNotFound()
    await recordPageChange(tx, userId, { pictures: true })
    return deletePictures(tx, isIt)
  })
  await removePictureFiles(files, gone)
}

/** @throws Problem NOT_FOUND unless they are all of her gallery */
export const orderPictures = (
  { db }: Pick<Platform, 'db'>,
  userId: string,
  pictureIds: string[],
): Promise<void> =>
  db.transaction(async tx => {
    await lockOwnPage(tx, userId)
    const isGallery = and(eq(creatorPictures.userId, userId), eq(creatorPictures.kind, 'GALLERY'))
    const known = await tx.select({ id: creatorPictures.id }).from(creatorPictures).where(isGallery)
    const isSame = new Set(pictureIds).size === pictureIds.length && known.length === pictureIds.length
    if (!isSame || known.some(({ id }) => !pictureIds.includes(id))) throw pictureNotFound()
    for (const [position, id] of pictureIds.entries())
      await tx.update(creatorPictures).set({ position }).where(eq(creatorPictures.id, id))
    await recordPageChange(tx, userId, { pictures: true })
  })

/**
 * A picture that waits.
 * @throws Problem NOT_FOUND unless it is the user's own, or the user is an admin
 */
export async function readPicture(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  { userId, role }: { userId: string; role: string },
  pictureId: string,
): Promise<Buffer> {
  const isIt = eq(sql`${creatorPictures.id}::text`, pictureId)
  const [found] = await db
    .select()
    .from(creatorPictures)
    .where(and(isIt, role === 'ADMIN' ? undefined : eq(creatorPictures.userId, userId)))
  const bytes = found ? await storage.read(storageKeyOfMedia(found.path)) : null
  if (!bytes) throw pictureNotFound()
  return bytes
}

/**
 * Shows a picture, whose file gets a key that `/media` serves; an approved portrait goes with its successor.
 * @returns the keys of files to remove after the transaction
 */
export async function publishPicture(
  tx: Tx,
  { storage }: Pick<Platform, 'storage'>,
  { id, userId, kind, path: before }: PictureRow,
  now: Date,
): Promise<string[]> {
  const bytes = await storage.read(storageKeyOfMedia(before))
  if (!bytes) throw pictureNotFound()
  const key = newStorageKey(FOLDER)
  await storage.put(key, bytes)
  const former =
    kind === 'PORTRAIT' ? and(isPortraitOf(userId), isNotNull(creatorPictures.approvedAt)) : undefined
  const gone = former ? await deletePictures(tx, former) : []
  await tx
    .update(creatorPictures)
    .set({ path: mediaPath(key), approvedAt: now })
    .where(eq(creatorPictures.id, id))
  return [...gone, storageKeyOfMedia(before)]
}

/** Removes files that no row names any more; when that fails, the cleanup job removes them later. */
export async function removePictureFiles({ storage, log }: Files, keys: readonly string[]): Promise<void> {
  try {
    for (const key of keys) await storage.remove(key)
  } catch (error) {
    log.warn({ err: error }, 'pictures of a creator not deleted; the clean-up job will retry')
  }
}

export const cleanUpCreatorPictures = (platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> =>
  removeOrphanedFiles(platform, FOLDER, async paths => {
    const rows = await platform.db
      .select({ path: creatorPictures.path })
      .from(creatorPictures)
      .where(inArray(creatorPictures.path, paths))
    return rows.map(({ path }) => path)
  })
