import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  createdAt,
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'

const person = () => reference(() => users.id, { onDelete: 'cascade' })

/** Contacts: two rows per pair, one for each user. */
export const contacts = pgTable(
  'contacts',
  {
    userId: person(),
    otherId: person(),
    /** The time of their last session together. */
    metAt: timestamptz().notNull(),
    /** Since when the user has muted the other. */
    mutedAt: timestamptz(),
  },
  table => [primaryKey({ columns: [table.userId, table.otherId] })],
)

export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    fromUserId: person(),
    toUserId: person(),
    /** Encrypted; here in rows of before. */
    content: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    readAt: timestamptz(),
    /** When it was taken away after a report: neither of the two sees it any more. */
    removedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('messages_by_sender').on(table.fromUserId, table.toUserId, table.createdAt),
    index('messages_unread')
      .on(table.toUserId, table.fromUserId)
      .where(sql`${table.readAt} is null`),
    index('messages_by_key').on(table.keyId),
    check('messages_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check('messages_content', sql`length(${table.content}) between 1 and 500`),
    check('messages_not_to_self', sql`${table.fromUserId} <> ${table.toUserId}`),
  ],
)
