import type { Platform } from '../../../platform/platform.ts'
import { newStorageKey } from '../../../platform/files/storage.ts'
import { mediaPath, storageKeyOfMedia } from '../../../platform/http/media.ts'
import { processImage } from '../../../platform/files/imageProcessing.ts'
import { Problem } from '../../../wire/problem.ts'
import { gifts } from '../table.ts'
import { eq } from 'drizzle-orm'
import { giftNotFound } from './service.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { FOLDER } from '../picture.service.ts'

type GiftPictureContext = Pick<Platform, 'db' | 'storage' | 'log'>

/** Pixels, 4:5 as all pictures of the shop. */
const FRAME = { width: 960, height: 1200 }

/**
 * Replaces the picture of a gift.
 * @returns its URL
 * @throws Problem NOT_FOUND, UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function setGiftPicture(parts: GiftPictureContext, by: string, giftId: string, sent: Buffer) {
  const key = newStorageKey(FOLDER)
  const imageUrl = mediaPath(key)
  await parts.storage.put(key, await processImage(sent, FRAME))
  try {
    await replacePicture(parts, by, giftId, imageUrl)
  } catch (error) {
    await deleteGiftPictureFile(parts, imageUrl)
    throw error
  }
  return imageUrl
}

/** @throws Problem NOT_FOUND when there is none */
export async function clearGiftPicture(parts: GiftPictureContext, by: string, giftId: string): Promise<void> {
  if ((await replacePicture(parts, by, giftId, null)) === null) throw new Problem('NOT_FOUND')
}

/** Sets the picture, and removes the previous file after the commit, when no row names it any more. @returns where that was */
async function replacePicture(
  parts: GiftPictureContext,
  by: string,
  giftId: string,
  imageUrl: string | null,
): Promise<string | null> {
  const before = await parts.db.transaction(async tx => {
    const [gift] = await tx.select().from(gifts).where(eq(gifts.id, giftId)).for('no key update')
    if (!gift) throw giftNotFound()
    if (gift.imageUrl === imageUrl) return null
    await tx.update(gifts).set({ imageUrl }).where(eq(gifts.id, giftId))
    await recordAuditEntry(tx, {
      by,
      action: 'GIFT_CHANGED',
      subjectId: giftId,
      details: { picture: imageUrl !== null },
    })
    return gift.imageUrl
  })
  await deleteGiftPictureFile(parts, before)
  return before
}

/** Removes a picture's file that no row names any more; when that fails, the cleanup job removes it later. */
export async function deleteGiftPictureFile(
  { storage, log }: Pick<GiftPictureContext, 'storage' | 'log'>,
  imageUrl: string | null,
): Promise<void> {
  // The demo's pictures are part of the project.
  if (!imageUrl?.startsWith(mediaPath(`${FOLDER}/`))) return
  try {
    await storage.remove(storageKeyOfMedia(imageUrl))
  } catch (error) {
    log.warn({ err: error }, 'gift picture not deleted; the clean-up job will retry')
  }
}
