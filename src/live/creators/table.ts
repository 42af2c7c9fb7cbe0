import { sql } from 'drizzle-orm'
import { check, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, timestamptz } from '../../platform/db/columns.ts'

/** The creators of the programme: a row per person who was ever let in, or was a creator before it. */
export const creators = pgTable(
  'creators',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When an admin accepted the application; null for a creator of before the programme who has not applied. */
    acceptedAt: timestamptz(),
    /** Until when a creator of before the programme may go on the air without having applied. */
    noticeUntil: timestamptz(),
    /** When the proof of identity ends; null for one that does not. */
    identityUntil: timestamptz(),
    /** When the agreement ends: at once after a withdrawal, later when a new text is to be signed; null while it has no end. */
    agreementUntil: timestamptz(),
    /** Since when an admin keeps her off the air; null while nobody does. */
    suspendedAt: timestamptz(),
    /** When she left; null while she has not. */
    leftAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    check('creators_let_in', sql`${table.acceptedAt} is not null or ${table.noticeUntil} is not null`),
  ],
)
