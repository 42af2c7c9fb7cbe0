import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, encryptedText, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import type { ApplicationState, Refusal, Verifier } from './contract.ts'

/** Applications to become a creator; a person has at most one that is open. Of its personal texts the document stays when it is accepted. */
export const creatorApplications = pgTable(
  'creator_applications',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    state: text().$type<ApplicationState>().notNull().default('DRAFT'),
    /** `ApplicationFile` as JSON. */
    ...encryptedText(),
    verifier: text().$type<Verifier>(),
    verifiedAt: timestamptz(),
    /** The first of two admins. */
    approvedBy: uuid().references(() => users.id),
    decidedBy: uuid().references(() => users.id),
    refusal: text().$type<Refusal>(),
    sentAt: timestamptz(),
    decidedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('creator_applications_one_open')
      .on(table.userId)
      .where(sql`${table.state} in ('DRAFT', 'SENT', 'APPROVED_ONCE')`),
    index('creator_applications_by_user').on(table.userId),
    index('creator_applications_by_state').on(table.state, table.sentAt),
    index().on(table.keyId),
    check('creator_applications_refusal', sql`(${table.refusal} is null) = (${table.state} <> 'REFUSED')`),
    check(
      'creator_applications_sent',
      sql`${table.state} in ('DRAFT', 'REFUSED', 'WITHDRAWN') or ${table.sentAt} is not null`,
    ),
    check('creator_applications_two_admins', sql`${table.approvedBy} <> ${table.decidedBy}`),
  ],
)

/** Photos of a document, each encrypted with a key of its own, which goes with its row. */
export const identityImages = pgTable(
  'identity_images',
  {
    id: primaryId(),
    applicationId: reference(() => creatorApplications.id, { onDelete: 'cascade' }),
    picture: text().notNull(),
    /** The key. */
    ...encryptedText(),
    /** For how many days after the decision it is kept, as the applicant was told. */
    keptDays: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.applicationId), index().on(table.keyId)],
)

/** The accounts of people whom a provider identified, so that one person has one account. */
export const identitySubjects = pgTable(
  'identity_subjects',
  {
    /** HMAC of the issuer and the subject. */
    subjectHash: text().primaryKey(),
    userId: reference(() => users.id),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId)],
)
