import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  createdAt,
  dataKeyReference,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import type { ApplicationState, Refusal, Verifier } from './contract.ts'

/** Applications to become a creator; a person has at most one that is open. Its personal texts go with the decision. */
export const creatorApplications = pgTable(
  'creator_applications',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    state: text().$type<ApplicationState>().notNull().default('DRAFT'),
    /** Her name, birth date, address and plans, as JSON; encrypted. */
    details: text(),
    detailsEncrypted: text(),
    detailsKeyId: dataKeyReference(),
    /** The document, as the provider or the first admin read it, as JSON; encrypted. */
    identity: text(),
    identityEncrypted: text(),
    identityKeyId: dataKeyReference(),
    verifier: text().$type<Verifier>(),
    verifiedAt: timestamptz(),
    /** The first of two admins. */
    approvedBy: uuid().references(() => users.id),
    decidedBy: uuid().references(() => users.id),
    refusal: text().$type<Refusal>(),
    /** An admin's words to her; encrypted. */
    explanation: text(),
    explanationEncrypted: text(),
    explanationKeyId: dataKeyReference(),
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
    ...[table.detailsKeyId, table.identityKeyId, table.explanationKeyId].map(column => index().on(column)),
    check('creator_applications_refusal', sql`(${table.refusal} is null) = (${table.state} <> 'REFUSED')`),
    check(
      'creator_applications_sent',
      sql`${table.state} in ('DRAFT', 'REFUSED', 'WITHDRAWN') or ${table.sentAt} is not null`,
    ),
    check('creator_applications_two_admins', sql`${table.approvedBy} <> ${table.decidedBy}`),
  ],
)

/** Photos of a document: each file is encrypted with a key that its row alone has. */
export const identityImages = pgTable(
  'identity_images',
  {
    id: primaryId(),
    applicationId: reference(() => creatorApplications.id),
    fileKey: text().notNull().unique(),
    ...encryptedText(),
    /** For how many days after the decision it is kept, as the applicant was told. */
    keptDays: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.applicationId), index().on(table.keyId)],
)

/** Identities that an admin accepted, as JSON, encrypted; a creator has one that is current. */
export const identityRecords = pgTable(
  'identity_records',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    applicationId: reference(() => creatorApplications.id).unique(),
    ...encryptedText(),
    verifier: text().$type<Verifier>().notNull(),
    verifiedAt: timestamptz().notNull(),
    decidedBy: reference(() => users.id),
    decidedAt: timestamptz().notNull(),
    replacedAt: timestamptz(),
  },
  table => [
    uniqueIndex('identity_records_current')
      .on(table.userId)
      .where(sql`${table.replacedAt} is null`),
    index('identity_records_by_user').on(table.userId),
    index().on(table.keyId),
  ],
)

/** Visits to the identity provider, each for one answer to the login that began it. */
export const identityRequests = pgTable(
  'identity_requests',
  {
    /** SHA-256 of the state parameter. */
    stateHash: text().primaryKey(),
    userId: reference(() => users.id),
    loginSessionId: uuid().notNull(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  table => [index().on(table.userId), index().on(table.createdAt)],
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
