import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import { toyControlSessions } from '../sessions/table.ts'

/** Reviews of creators by those who played with them, under a pseudonym; nothing is shown before an admin approved it. */
export const creatorReviews = pgTable(
  'creator_reviews',
  {
    id: primaryId(),
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    /** The session after which it was written; null once that is deleted. */
    sessionId: uuid().references(() => toyControlSessions.id, { onDelete: 'set null' }),
    pseudonym: text().notNull(),
    rating: integer().notNull(),
    text: text(),
    /** Not moderated yet while neither is set. */
    approvedAt: timestamptz(),
    rejectedAt: timestamptz(),
    answer: text(),
    answerApprovedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    unique('creator_reviews_one_each').on(table.creatorId, table.userId),
    index('creator_reviews_shown')
      .on(table.creatorId, table.createdAt)
      .where(sql`${table.approvedAt} is not null`),
    index('creator_reviews_waiting')
      .on(table.createdAt)
      .where(
        sql`(${table.approvedAt} is null and ${table.rejectedAt} is null) or (${table.answer} is not null and ${table.answerApprovedAt} is null)`,
      ),
    index().on(table.userId),
    index().on(table.sessionId),
    check('creator_reviews_rating', sql`${table.rating} between 1 and 5`),
    check('creator_reviews_decided_once', sql`${table.approvedAt} is null or ${table.rejectedAt} is null`),
    check('creator_reviews_not_self', sql`${table.creatorId} <> ${table.userId}`),
    check('creator_reviews_answer', sql`${table.answerApprovedAt} is null or ${table.answer} is not null`),
  ],
)
