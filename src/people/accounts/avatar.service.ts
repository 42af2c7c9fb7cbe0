import { and, eq, inArray, isNull } from 'drizzle-orm'
import { users } from './table.ts'
import { storageKeyOfMedia, mediaPath } from '../../platform/http/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { processImage } from '../../platform/files/imageProcessing.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { removeOrphanedFiles } from '../../platform/files/orphanedFiles.ts'
import { Problem } from '../../wire/problem.ts'

type AvatarPlatform = Pick<Platform, 'db' | 'storage' | 'log'>

const FOLDER = 'avatars'
/** Width and height, in pixels. */
const AVATAR_SIDE = 512

/**
 * Replaces a user's avatar. Its path is random, so that it cannot be guessed.
 * @returns the path of the new avatar
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function setAvatar(parts: AvatarPlatform, userId: string, file: Buffer): Promise<string> {
  const key = newStorageKey(FOLDER)
  await parts.storage.put(key, await processImage(file, { width: AVATAR_SIDE, height: AVATAR_SIDE }))
  await replaceAvatar(parts, userId, mediaPath(key))
  return mediaPath(key)
}

/** @throws Problem NOT_FOUND when the user has no avatar */
export async function clearAvatar(parts: AvatarPlatform, userId: string): Promise<void> {
  const previous = await replaceAvatar(parts, userId, null)
  if (previous === null) throw new Problem('NOT_FOUND')
}

/** Deletes the previous file after the row is committed. @returns the path of the previous avatar */
async function replaceAvatar({ db, storage, log }: AvatarPlatform, userId: string, avatarUrl: string | null) {
  const previous = await db.transaction(async tx => {
    const isOpen = and(eq(users.id, userId), isNull(users.deleteAfter))
    const [user] = await tx
      .select({ avatarUrl: users.avatarUrl })
      .from(users)
      .where(isOpen)
      .for('no key update')
    if (!user) throw new Problem('NO_SESSION')
    await tx.update(users).set({ avatarUrl }).where(eq(users.id, userId))
    return user.avatarUrl
  })
  await deleteAvatarFile({ storage, log }, previous)
  return previous
}

/** Deletes the file of a former avatar. When that fails, `cleanUpAvatars` deletes it later. */
export async function deleteAvatarFile(
  { storage, log }: Pick<AvatarPlatform, 'storage' | 'log'>,
  avatarUrl: string | null,
): Promise<void> {
  if (avatarUrl === null) return
  try {
    await storage.remove(storageKeyOfMedia(avatarUrl))
  } catch (error) {
    log.warn({ err: error }, 'avatar file not deleted; the clean-up job will retry')
  }
}

/** Deletes files that no user refers to, such as those of a node that stopped between writing a file and its row. */
export const cleanUpAvatars = (platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> =>
  removeOrphanedFiles(platform, FOLDER, async paths => {
    const rows = await platform.db
      .select({ path: users.avatarUrl })
      .from(users)
      .where(inArray(users.avatarUrl, paths))
    return rows.map(({ path }) => path)
  })
