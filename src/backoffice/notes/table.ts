import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import { orders } from '../../shop/orders/table.ts'

/** The notes of admins about an order or a customer, for each other. A note about a person is that person's data. */
export const internalNotes = pgTable(
  'internal_notes',
  {
    id: primaryId(),
    /** The subject: one of these two. */
    orderId: uuid().references(() => orders.id),
    customerId: uuid().references(() => users.id),
    authorId: reference(() => users.id),
    /** Encrypted; here in rows of before. */
    text: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    createdAt: timestamptz().notNull(),
    editedAt: timestamptz(),
  },
  table => [
    index('internal_notes_by_order').on(table.orderId, table.createdAt),
    index('internal_notes_by_customer').on(table.customerId, table.createdAt),
    check('internal_notes_subject', sql`(${table.orderId} is null) <> (${table.customerId} is null)`),
    index('internal_notes_by_key').on(table.keyId),
    check('internal_notes_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check('internal_notes_text', sql`length(${table.text}) between 1 and 2000`),
  ],
)
