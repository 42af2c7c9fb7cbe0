import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { DataCipher, EncryptedField } from '../../platform/crypto/dataCipher.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type IdempotencyKey, runOnce } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { orderNotFound } from '../../shop/orders/service.ts'
import { orders } from '../../shop/orders/table.ts'
import type { InternalNote } from './contract.ts'
import { internalNotes } from './table.ts'

export const noteText: EncryptedField<'text'> = { table: internalNotes, name: 'text' }

/** The subject of a note. */
export type NoteSubject = { orderId: string } | { customerId: string }

type Note = z.input<typeof InternalNote>

const selectNotes = (db: Db) =>
  db
    .select({
      ...columnsOf(internalNotes, 'id', 'text', 'encrypted', 'keyId', 'createdAt', 'editedAt'),
      author: columnsOf(users, 'id', 'displayName'),
    })
    .from(internalNotes)
    .innerJoin(users, eq(users.id, internalNotes.authorId))

/** The notes about a subject, the newest first. @throws Problem NOT_FOUND for an unknown subject */
export async function findNotes(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  subject: NoteSubject,
): Promise<Note[]> {
  await checkSubject(db, subject)
  const isAbout =
    'orderId' in subject
      ? eq(internalNotes.orderId, subject.orderId)
      : eq(internalNotes.customerId, subject.customerId)
  const notes = await selectNotes(db)
    .where(isAbout)
    .orderBy(desc(internalNotes.createdAt), desc(internalNotes.id))
  return dataCipher.decryptRows(db, noteText, notes)
}

async function readNote(tx: Tx, dataCipher: DataCipher, noteId: string): Promise<Note> {
  const found = await selectNotes(tx).where(eq(internalNotes.id, noteId))
  return onlyRow(await dataCipher.decryptRows(tx, noteText, found))
}

async function checkSubject(db: Db, subject: NoteSubject): Promise<void> {
  if ('orderId' in subject) {
    if ((await db.$count(orders, eq(orders.id, subject.orderId))) === 0) throw orderNotFound()
  } else if ((await db.$count(users, eq(users.id, subject.customerId))) === 0) {
    throw new Problem('NOT_FOUND', { message: 'Dit account bestaat niet.' })
  }
}

/** Adds a note, once per key. @throws Problem NOT_FOUND for an unknown subject */
export const addNote = (
  { db, dataCipher, now }: Platform,
  subject: NoteSubject,
  text: string,
  key: IdempotencyKey,
): Promise<Note> =>
  db.transaction(async tx => {
    await checkSubject(tx, subject)
    const id = await runOnce(tx, key, async noteId => {
      const encrypted = await dataCipher.encrypt(tx, noteText, noteId, text)
      await tx
        .insert(internalNotes)
        .values({ ...subject, id: noteId, authorId: key.userId, ...encrypted, createdAt: now() })
      await recordNoteEntry(tx, key.userId, 'NOTE_ADDED', { ...noSubject, ...subject }, noteId)
    })
    return readNote(tx, dataCipher, id)
  })

/** @throws Problem NOT_FOUND; FORBIDDEN for a note of another admin */
export const changeNote = (
  { db, dataCipher, now }: Platform,
  by: string,
  noteId: string,
  text: string,
): Promise<Note> =>
  db.transaction(async tx => {
    const note = await lockOwnNote(tx, by, noteId)
    if ((await readNote(tx, dataCipher, noteId)).text !== text) {
      const encrypted = await dataCipher.encrypt(tx, noteText, noteId, text)
      await tx
        .update(internalNotes)
        .set({ ...encrypted, editedAt: now() })
        .where(eq(internalNotes.id, noteId))
      await recordNoteEntry(tx, by, 'NOTE_CHANGED', note, noteId)
    }
    return readNote(tx, dataCipher, noteId)
  })

/** @throws Problem NOT_FOUND; FORBIDDEN for a note of another admin */
export const deleteNote = ({ db }: Platform, by: string, noteId: string): Promise<void> =>
  db.transaction(async tx => {
    const note = await lockOwnNote(tx, by, noteId)
    await tx.delete(internalNotes).where(eq(internalNotes.id, noteId))
    await recordNoteEntry(tx, by, 'NOTE_REMOVED', note, noteId)
  })

async function lockOwnNote(tx: Tx, by: string, noteId: string) {
  const [note] = await tx.select().from(internalNotes).where(eq(internalNotes.id, noteId)).for('update')
  if (!note) throw new Problem('NOT_FOUND', { message: 'Deze notitie bestaat niet meer.' })
  if (note.authorId !== by)
    throw new Problem('FORBIDDEN', {
      message: 'Dit schreef een andere administrator. Je kunt het niet wijzigen.',
    })
  return note
}

const noSubject = { orderId: null, customerId: null }

/** With the subject, and without the text: an audit entry is never changed, also not when an account is erased. */
const recordNoteEntry = (
  tx: Tx,
  by: string,
  action: 'NOTE_ADDED' | 'NOTE_CHANGED' | 'NOTE_REMOVED',
  { orderId, customerId }: { orderId: string | null; customerId: string | null },
  noteId: string,
): Promise<void> =>
  recordAuditEntry(tx, {
    by,
    action,
    subjectId: noteId,
    details: orderId ? { orderId } : { userId: customerId },
  })
