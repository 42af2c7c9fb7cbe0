import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { contentCases } from '../../people/contentReports/table.ts'
import {
  createdAt,
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import type { CreatorEventKind } from './contract.ts'

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

/** Suspensions with their reasons, her appeal, the decision on it and the end; and her leaving. */
export const creatorEvents = pgTable(
  'creator_events',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<CreatorEventKind>().notNull(),
    /** The event of the suspension that it is about; null for that event itself, and for leaving. */
    suspensionId: uuid().references((): AnyPgColumn => creatorEvents.id, { onDelete: 'cascade' }),
    /** The reports that a suspension waits for the decision on; null for one by an admin. */
    caseId: uuid().references(() => contentCases.id),
    /** Null for a suspension by a report, and for its end by the decision on that. */
    actorId: uuid().references(() => users.id),
    /** Encrypted: the reason, or her appeal. */
    text: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    // Of two admins at once one decides; she appeals once.
    uniqueIndex('creator_events_once')
      .on(table.suspensionId, table.kind)
      .where(sql`${table.suspensionId} is not null`),
    // A report suspends once, whatever is added to its case.
    uniqueIndex('creator_events_one_per_case')
      .on(table.caseId)
      .where(sql`${table.kind} = 'SUSPENDED'`),
    index('creator_events_by_user').on(table.userId, table.createdAt),
    index('creator_events_by_key').on(table.keyId),
    check('creator_events_kind', sql`${table.kind} in ('SUSPENDED', 'APPEALED', 'UPHELD', 'LIFTED', 'LEFT')`),
    check(
      'creator_events_about',
      sql`(${table.kind} in ('APPEALED', 'UPHELD', 'LIFTED')) = (${table.suspensionId} is not null)`,
    ),
    check('creator_events_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
  ],
)
