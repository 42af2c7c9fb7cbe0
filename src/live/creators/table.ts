import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { contentCases } from '../../people/contentReports/table.ts'
import { createdAt, encryptedText, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'

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
    /** The notices of present ends that she was told: `EndNotice.key`. */
    told: text().array().notNull().default([]),
    createdAt: createdAt(),
  },
  table => [
    check('creators_let_in', sql`${table.acceptedAt} is not null or ${table.noticeUntil} is not null`),
  ],
)

/** Suspensions of creators, each with her appeal and the decisions on it. */
export const creatorSuspensions = pgTable(
  'creator_suspensions',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    /** The reports whose decision it waits for: they suspend once, whatever is added to their case. Null for one by an admin. */
    caseId: uuid()
      .references(() => contentCases.id)
      .unique(),
    /** Null for one by a report. */
    suspendedBy: uuid().references(() => users.id),
    /** `SuspensionTexts` as JSON. */
    ...encryptedText(),
    createdAt: timestamptz().notNull(),
    appealedAt: timestamptz(),
    /** When was decided on her appeal that it stays. */
    upheldAt: timestamptz(),
    liftedAt: timestamptz(),
  },
  table => [
    index('creator_suspensions_by_user').on(table.userId, table.createdAt),
    index('creator_suspensions_by_key').on(table.keyId),
    check('creator_suspensions_upheld', sql`${table.upheldAt} is null or ${table.appealedAt} is not null`),
  ],
)
