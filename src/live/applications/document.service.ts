import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { decryptBytes, encryptBytes } from '../../platform/crypto/authenticatedEncryption.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { MAX_DOCUMENTS } from './contract.ts'
import { maskDocument } from './masking.service.ts'
import type { TextReader } from './textReader.gateway.ts'
import { creatorApplications, identityImages } from './table.ts'
import { type ApplicationRow, identityImageKey } from './text.service.ts'

const FOLDER = 'identity'
const fileContext = (imageId: string) => ['identity_images', 'file', imageId]

type FilePlatform = Pick<Platform, 'storage' | 'log'>

/** @throws Problem CONFLICT unless the user has an application that is not sent yet */
export async function lockDraft(tx: Tx, userId: string): Promise<ApplicationRow> {
  const isDraft = and(eq(creatorApplications.userId, userId), eq(creatorApplications.state, 'DRAFT'))
  const [draft] = await tx.select().from(creatorApplications).where(isDraft).for('update')
  if (draft) return draft
  throw new Problem('CONFLICT', {
    message: 'Je hebt geen aanmelding die je nog kunt wijzigen. Kijk hoe het ermee staat.',
  })
}

/** @throws Problem CONFLICT */
async function lockDraftWithRoom(tx: Tx, userId: string): Promise<ApplicationRow> {
  const draft = await lockDraft(tx, userId)
  const images = await tx.$count(identityImages, eq(identityImages.applicationId, draft.id))
  if (images < MAX_DOCUMENTS) return draft
  throw new Problem('CONFLICT', { message: `Je hebt al ${MAX_DOCUMENTS} foto’s. Verwijder er eerst een.` })
}

/**
 * Adds a photo of a document to a draft: masked, and encrypted with a key of its own.
 * @throws Problem CONFLICT; as `maskDocument` does
 */
export async function addDocument(
  platform: Pick<Platform, 'db' | 'storage' | 'dataCipher' | 'log' | 'settings' | 'now'>,
  reader: TextReader,
  userId: string,
  sent: Buffer,
): Promise<void> {
  const { db, storage, dataCipher, settings, now } = platform
  const keptDays = settings.current.identityImageDays
  await db.transaction(tx => lockDraftWithRoom(tx, userId))
  const masked = await maskDocument(reader, sent)
  const [id, key, fileKey] = [newId(), randomBytes(32), newStorageKey(FOLDER, 'sent')]
  await storage.put(fileKey, encryptBytes(key, masked, fileContext(id)))
  try {
    await db.transaction(async tx => {
      const { id: applicationId } = await lockDraftWithRoom(tx, userId)
      const { encrypted, keyId } = await dataCipher.encrypt(
        tx,
        identityImageKey,
        id,
        key.toString('base64url'),
      )
      await tx
        .insert(identityImages)
        .values({ id, applicationId, fileKey, encrypted, keyId, keptDays, createdAt: now() })
    })
  } catch (error) {
    await removeImageFiles(platform, [fileKey])
    throw error
  }
}

/** @throws Problem CONFLICT; NOT_FOUND for a photo of another application */
export async function removeDocument(
  platform: FilePlatform & Pick<Platform, 'db'>,
  userId: string,
  imageId: string,
): Promise<void> {
  const keys = await platform.db.transaction(async tx => {
    const { id } = await lockDraft(tx, userId)
    const gone = await tx
      .delete(identityImages)
      .where(and(eq(sql`${identityImages.id}::text`, imageId), eq(identityImages.applicationId, id)))
      .returning({ fileKey: identityImages.fileKey })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
    return gone.map(({ fileKey }) => fileKey)
  })
  await removeImageFiles(platform, keys)
}

/** Deletes photos of applications: all, or those that are not kept. @returns the files, to be removed after the transaction */
export async function deleteImages(
  tx: Tx,
  applicationIds: string[],
  { isKeptToo }: { isKeptToo: boolean },
): Promise<string[]> {
  const isGone = and(
    inArray(identityImages.applicationId, applicationIds),
    isKeptToo ? undefined : eq(identityImages.keptDays, 0),
  )
  const gone = await tx.delete(identityImages).where(isGone).returning({ fileKey: identityImages.fileKey })
  return gone.map(({ fileKey }) => fileKey)
}

/** Without their keys the files are unreadable; a job removes one that stays. */
export async function removeImageFiles({ storage, log }: FilePlatform, fileKeys: string[]): Promise<void> {
  for (const key of fileKeys)
    await storage.remove(key).catch((error: unknown) => log.warn({ err: error }, 'a file is not removed yet'))
}

/** The photos of an application as WebP; without those that can't be read. */
export async function readDocuments(
  { db, storage, dataCipher }: Pick<Platform, 'db' | 'storage' | 'dataCipher'>,
  applicationId: string,
): Promise<Buffer[]> {
  const found: Buffer[] = []
  for (const { id, fileKey, encrypted, keyId } of await findImages(db, applicationId)) {
    if (encrypted === null || keyId === null) continue
    const key = await dataCipher.decrypt(db, identityImageKey, { id, encrypted, keyId })
    const stored = key === null ? null : await storage.read(fileKey)
    const picture = key && stored && decryptBytes(Buffer.from(key, 'base64url'), stored, fileContext(id))
    if (picture) found.push(picture)
  }
  return found
}

export const findImages = (db: Db, applicationId: string) =>
  db
    .select()
    .from(identityImages)
    .where(eq(identityImages.applicationId, applicationId))
    .orderBy(asc(identityImages.id))

/** A younger file may belong to an upload that is still running. */
const GRACE_MS = 24 * 3_600_000

/** Removes photos whose term after the decision is over, and files without a row. */
export async function cleanUpImages(platform: FilePlatform & Pick<Platform, 'db' | 'now'>): Promise<void> {
  const { db, storage, now } = platform
  const at = now()
  const isDecided = lt(
    sql`${creatorApplications.decidedAt} + make_interval(days => ${identityImages.keptDays})`,
    sql`${at.toISOString()}::timestamptz`,
  )
  const over = db
    .select({ id: identityImages.id })
    .from(identityImages)
    .innerJoin(creatorApplications, eq(creatorApplications.id, identityImages.applicationId))
    .where(isDecided)
  const gone = await db
    .delete(identityImages)
    .where(inArray(identityImages.id, over))
    .returning({ fileKey: identityImages.fileKey })
  await removeImageFiles(
    platform,
    gone.map(({ fileKey }) => fileKey),
  )
  const old = await storage.listWrittenBefore(FOLDER, new Date(at.getTime() - GRACE_MS))
  const kept = await db.select({ fileKey: identityImages.fileKey }).from(identityImages)
  const known = new Set(kept.map(({ fileKey }) => fileKey))
  await removeImageFiles(
    platform,
    old.filter(key => !known.has(key)),
  )
}
