import { and, desc, eq, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import type { EncryptedField } from '../../platform/crypto/dataCipher.ts'
import {
  decryptOptionalTexts,
  encryptOptionalText,
  optionalTextField,
} from '../../platform/crypto/optionalText.ts'
import { newId } from '../../platform/db/columns.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { contacts } from '../messages/table.ts'
import { type CreatorNote, MAX_NOTES } from './contract.ts'
import { creatorNotes } from './table.ts'

export const creatorNoteText: EncryptedField<'text'> = { table: creatorNotes, name: 'text' }
export const creatorNoteReason = optionalTextField(creatorNotes, 'reason')

type Reader = Pick<Platform, 'db' | 'dataCipher'>

/** A creator's notes about people, the last changed first. */
export async function findCreatorNotes(
  { db, dataCipher }: Reader,
  creatorId: string,
): Promise<z.input<typeof CreatorNote>[]> {
  const rows = await db
    .select({
      ...columnsOf(creatorNotes, 'id', 'userId', 'text', 'encrypted', 'keyId', 'savedAt', 'expiresAt'),
      ...columnsOf(creatorNotes, 'reason', 'reasonEncrypted', 'reasonKeyId'),
      displayName: users.displayName,
    })
    .from(creatorNotes)
    .innerJoin(users, eq(users.id, creatorNotes.userId))
    .where(eq(creatorNotes.creatorId, creatorId))
    .orderBy(desc(creatorNotes.savedAt), desc(creatorNotes.id))
  const withText = await dataCipher.decryptRows(db, creatorNoteText, rows)
  return decryptOptionalTexts(dataCipher, db, creatorNoteReason, withText)
}

/**
 * Writes a creator's note about a person, instead of the one before.
 * @throws Problem NOT_FOUND for anyone whom she did not meet, so that a note tells her nothing about whether others exist; CONFLICT when she has too
 * many
 */
export const saveNote = (
  { db, dataCipher, now }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  creatorId: string,
  { userId, text, reason }: { userId: string; text: string; reason: string | null },
): Promise<void> =>
  db.transaction(async tx => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, creatorId)).for('no key update')
    const isContact = and(eq(contacts.userId, creatorId), eq(contacts.otherId, userId))
    if ((await tx.$count(contacts, isContact)) === 0) throw new Problem('NOT_FOUND')
    const isIt = and(eq(creatorNotes.creatorId, creatorId), eq(creatorNotes.userId, userId))
    const [before] = await tx.select({ id: creatorNotes.id }).from(creatorNotes).where(isIt)
    if (!before && (await tx.$count(creatorNotes, eq(creatorNotes.creatorId, creatorId))) >= MAX_NOTES)
      throw new Problem('CONFLICT', { message: `Je hebt al ${MAX_NOTES} notities. Verwijder er eerst een.` })
    const id = before?.id ?? newId()
    const savedAt = now()
    const yearAfter = new Date(savedAt)
    yearAfter.setUTCFullYear(yearAfter.getUTCFullYear() + 1)
    const note = {
      ...(await dataCipher.encrypt(tx, creatorNoteText, id, text)),
      ...(await encryptOptionalText(dataCipher, tx, creatorNoteReason, { id, text: reason })),
      savedAt,
      expiresAt: reason === null ? yearAfter : null,
    }
    await tx
      .insert(creatorNotes)
      .values({ id, creatorId, userId, ...note })
      .onConflictDoUpdate({ target: creatorNotes.id, set: note })
  })

/** @throws Problem NOT_FOUND when there is none */
export async function deleteNote(db: Db, creatorId: string, userId: string): Promise<void> {
  const gone = await db
    .delete(creatorNotes)
    .where(and(eq(creatorNotes.creatorId, creatorId), eq(sql`${creatorNotes.userId}::text`, userId)))
    .returning({ id: creatorNotes.id })
  if (gone.length === 0) throw new Problem('NOT_FOUND')
}

/** Deletes the notes whose year is over. */
export async function deleteExpiredNotes({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  await db.delete(creatorNotes).where(lte(creatorNotes.expiresAt, now()))
}

/** Deletes the notes of a creator who leaves; of an account that is closed also the notes about it. */
export async function deleteNotesOf(tx: Tx, creatorId: string, { alsoAbout = false } = {}): Promise<void> {
  const isHers = eq(creatorNotes.creatorId, creatorId)
  await tx.delete(creatorNotes).where(alsoAbout ? or(isHers, eq(creatorNotes.userId, creatorId)) : isHers)
}
