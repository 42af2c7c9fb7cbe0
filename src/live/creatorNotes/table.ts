import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  dataKeyReference,
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'

/** The notes of creators about people, one a person, which only their writer sees; until a year after the last change, or without an end. */
export const creatorNotes = pgTable(
  'creator_notes',
  {
    id: primaryId(),
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    /** Why the note is needed for her safety for longer; null for one that ends. */
    reason: text(),
    reasonEncrypted: text(),
    reasonKeyId: dataKeyReference(),
    savedAt: timestamptz().notNull(),
    /** When it is deleted; null with a reason. */
    expiresAt: timestamptz(),
  },
  table => [
    uniqueIndex('creator_notes_once').on(table.creatorId, table.userId),
    index('creator_notes_by_user').on(table.userId),
    index('creator_notes_by_key').on(table.keyId),
    index('creator_notes_by_reason_key').on(table.reasonKeyId),
    index('creator_notes_to_delete')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
    check('creator_notes_not_self', sql`${table.creatorId} <> ${table.userId}`),
    check('creator_notes_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check('creator_notes_reason', sql`(${table.reasonEncrypted} is null) = (${table.reasonKeyId} is null)`),
    check('creator_notes_end', sql`(${table.reason} is null) = (${table.expiresAt} is not null)`),
  ],
)
