import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, encryptedText, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import type { ObjectionSubject } from './contract.ts'

/** Objections of creators to their earnings. A trigger forbids changing or deleting them, but for the answer, once, and the erasure of their texts. */
export const earningObjections = pgTable(
  'earning_objections',
  {
    id: primaryId(),
    creatorId: reference(() => users.id),
    subject: text().$type<ObjectionSubject>().notNull(),
    /** No reference: of a line the session or the purchase of the gift, which import this slice. */
    subjectId: uuid().notNull(),
    /** `ObjectionFile` as JSON; null once it is erased. */
    ...encryptedText(),
    /** The last day, in Brussels, on which an answer is in time. */
    dueOn: date({ mode: 'string' }).notNull(),
    answeredBy: uuid().references(() => users.id),
    answeredAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('earning_objections_one_open')
      .on(table.subject, table.subjectId)
      .where(sql`${table.answeredAt} is null`),
    index('earning_objections_by_creator').on(table.creatorId, table.createdAt),
    index().on(table.keyId),
    check('earning_objections_answer', sql`(${table.answeredBy} is null) = (${table.answeredAt} is null)`),
  ],
)
