import { randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, lt, not, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { decryptText, encryptText } from '../../platform/crypto/authenticatedEncryption.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Tx } from '../../platform/db/db.ts'
import { qualified, sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { MAX_DOCUMENTS } from './contract.ts'
import { maskDocument } from './masking.service.ts'
import { findImages, lockDraft } from './service.ts'
import { creatorApplications, identityImages } from './table.ts'
import type { TextReader } from './textReader.gateway.ts'

/** The key of a photo, which only its row can open. */
export const identityImageKey: EncryptedField<'encrypted'> = { table: identityImages, name: 'encrypted' }

const pictureContext = (imageId: string) => ['identity_images', 'picture', imageId]

/** @returns the id of the draft @throws Problem CONFLICT */
async function lockDraftWithRoom(tx: Tx, userId: string): Promise<string> {
  const { id } = await lockDraft(tx, userId)
  if ((await findImages(tx, id)).length < MAX_DOCUMENTS) return id
  throw new Problem('CONFLICT', { message: `Je hebt al ${MAX_DOCUMENTS} foto’s. Verwijder er eerst een.` })
}

/**
 * Adds a photo of a document to a draft: masked, and encrypted with a key of its own.
 * @throws Problem CONFLICT; as `maskDocument` does
 */
export async function addDocument(
  { db, dataCipher, settings, now }: Pick<Platform, 'db' | 'dataCipher' | 'settings' | 'now'>,
  reader: TextReader,
  userId: string,
  sent: Buffer,
): Promise<void> {
  const keptDays = settings.current.identityImageDays
  await db.transaction(tx => lockDraftWithRoom(tx, userId))
  const masked = await maskDocument(reader, sent)
  const [id, key] = [newId(), randomBytes(32)]
  await db.transaction(async tx => {
    const applicationId = await lockDraftWithRoom(tx, userId)
    const sealedKey = await dataCipher.encrypt(tx, identityImageKey, id, key.toString('base64url'))
    const picture = encryptText(key, masked, pictureContext(id))
    await tx
      .insert(identityImages)
      .values({ id, applicationId, picture, ...sealedKey, keptDays, createdAt: now() })
  })
}

/** @throws Problem CONFLICT; NOT_FOUND for a photo of another application */
export const removeDocument = (
  { db }: Pick<Platform, 'db'>,
  userId: string,
  imageId: string,
): Promise<void> =>
  db.transaction(async tx => {
    const { id } = await lockDraft(tx, userId)
    const gone = await tx
      .delete(identityImages)
      .where(and(eq(sql`${identityImages.id}::text`, imageId), eq(identityImages.applicationId, id)))
      .returning({ id: identityImages.id })
    if (gone.length === 0) throw new Problem('NOT_FOUND')
  })

/** The photos of an application as WebP; without those that can't be read. */
export async function readDocuments(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  applicationId: string,
): Promise<Buffer[]> {
  const isOfIt = eq(identityImages.applicationId, applicationId)
  const rows = await db.select().from(identityImages).where(isOfIt).orderBy(asc(identityImages.id))
  const found: Buffer[] = []
  for (const { id, picture, encrypted, keyId } of rows) {
    if (encrypted === null || keyId === null) continue
    const key = await dataCipher.decrypt(db, identityImageKey, { id, encrypted, keyId })
    const photo = key && decryptText(Buffer.from(key, 'base64url'), picture, pictureContext(id))
    if (photo) found.push(photo)
  }
  return found
}

/** Deletes photos whose term after the decision is over. */
export async function deleteOldImages({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const isOver = lt(
    sql`${creatorApplications.decidedAt} + make_interval(days => ${identityImages.keptDays})`,
    sql`${now().toISOString()}::timestamptz`,
  )
  const over = db
    .select({ id: identityImages.id })
    .from(identityImages)
    .innerJoin(creatorApplications, eq(creatorApplications.id, identityImages.applicationId))
    .where(isOver)
  await db.delete(identityImages).where(inArray(identityImages.id, over))
}

/** Whether the term of a photo of an accepted application runs that she was told: an acquirer may demand the proof until then. */
const hasTerm = (now: Date) =>
  sql<boolean>`(${creatorApplications.state} = 'ACCEPTED' and exists (
    select from ${identityImages} i where i.application_id = ${qualified(creatorApplications.id)}
      and ${qualified(creatorApplications.decidedAt)} + make_interval(days => i.kept_days) > ${sqlTimestamp(now)}
  ))`

/** Deletes the applications of a person whose account is erased, except a proof whose term runs: `eraseEndedProofs` deletes that. */
export async function eraseApplications(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.delete(creatorApplications).where(and(eq(creatorApplications.userId, userId), not(hasTerm(now))))
}

/** Deletes the proofs of erased people whose term is over. */
export async function eraseEndedProofs({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  await db
    .delete(creatorApplications)
    .where(and(inArray(creatorApplications.userId, erased), not(hasTerm(now()))))
}
