import { and, eq, inArray, isNull } from 'drizzle-orm'
import { users } from './table.ts'
import { storageKeyOfMedia, mediaPath } from '../../platform/media.ts'
import type { Platform } from '../../platform/platform.ts'
import { processImage } from '../../platform/imageProcessing.ts'
import { newStorageKey } from '../../platform/storage.ts'
import { removeOrphanedFiles } from '../../platform/orphanedFiles.ts'
import { Problem } from '../../wire/problem.ts'

type AvatarPlatform = Pick<Platform, 'db' | 'storage' | 'log'>

const FOLDER = 'avatars'
/** Pixels of a side. */
const AVATAR_SIDE = 512

/**
 * Gives someone another avatar, under an address that nobody can guess.
 * @returns where it is
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function setAvatar(parts: AvatarPlatform, userId: string, sent: Buffer): Promise<string> {
  const key = newStorageKey(FOLDER)
  await parts.storage.put(key, await processImage(sent, { width: AVATAR_SIDE, height: AVATAR_SIDE }))
  await replaceAvatar(parts, userId, mediaPath(key))
  return mediaPath(key)
}

/** @throws Problem NOT_FOUND when there is none */
export async function clearAvatar(parts: AvatarPlatform, userId: string): Promise<void> {
  const before = await replaceAvatar(parts, userId, null)
  if (before === null) throw new Problem('NOT_FOUND')
}

/** The file of before goes once it is sure that nothing names it any more. @returns where that was */
async function replaceAvatar(
  { db, storage, log }: AvatarPlatform,
  userId: string,
  avatarUrl: string | null,
): Promise<string | null> {
  const before = await db.transaction(async tx => {
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
  await deleteAvatarFile({ storage, log }, before)
  return before
}

/** Removes the file of an avatar that nobody has any more; one that can't be removed now is swept up later. */
export async function deleteAvatarFile(
  { storage, log }: Pick<AvatarPlatform, 'storage' | 'log'>,
  avatarUrl: string | null,
): Promise<void> {
  if (avatarUrl === null) return
  try {
    await storage.remove(storageKeyOfMedia(avatarUrl))
  } catch (error) {
    log.warn({ err: error }, 'a file of an avatar is left for the sweep')
  }
}

/** Removes what a node left behind that was killed between a file and the row that names it. */
export const cleanUpAvatars = (platform: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> =>
  removeOrphanedFiles(platform, FOLDER, async paths => {
    const named = await platform.db
      .select({ path: users.avatarUrl })
      .from(users)
      .where(inArray(users.avatarUrl, paths))
    return named.map(({ path }) => path)
  })
