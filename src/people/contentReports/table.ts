import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  createdAt,
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import { users } from '../accounts/table.ts'
import type { CaseDecision, CaseStatus, ContentKind, DecisionGround, ReportReason } from './contract.ts'

/** Content that was reported, with all reports of it until it is decided. */
export const contentCases = pgTable(
  'content_cases',
  {
    id: primaryId(),
    kind: text().$type<ContentKind>().notNull(),
    /** The row in the table of its kind, which may be gone; the address of a PAGE. */
    contentId: text().notNull(),
    /** The owner of the content; null when that is not known. */
    ownerId: uuid().references(() => users.id),
    /** Where it is on our own site. */
    path: text(),
    status: text().$type<CaseStatus>().notNull().default('OPEN'),
    /** Of its most urgent report: 1 to 3. */
    urgency: integer().notNull(),
    /** Until when (exclusive) it is to be decided; null while nothing is. */
    dueAt: timestamptz(),
    /** Whether it was there to be taken away, so that a decision on an appeal can put it back. */
    isRemoved: boolean().notNull().default(false),
    /** Grows with each report, appeal and decision, so that a decision on an older state is refused. */
    version: integer().notNull().default(1),
    createdAt: timestamptz().notNull(),
    /** When it was decided last. */
    decidedAt: timestamptz(),
    /** The time when the content and the reports of it were deleted. */
    clearedAt: timestamptz(),
  },
  table => [
    // One case collects the reports of one content until it is decided.
    uniqueIndex('content_cases_one_open')
      .on(table.kind, table.contentId)
      .where(sql`${table.status} = 'OPEN'`),
    index('content_cases_waiting')
      .on(table.urgency, table.dueAt, table.id)
      .where(sql`${table.dueAt} is not null`),
    index('content_cases_by_content').on(table.kind, table.contentId),
    index('content_cases_by_age').on(table.createdAt, table.id),
    index().on(table.ownerId),
    check('content_cases_status', sql`${table.status} in ('OPEN', 'DECIDED', 'APPEALED', 'FINAL')`),
    check('content_cases_due', sql`(${table.status} in ('OPEN', 'APPEALED')) = (${table.dueAt} is not null)`),
    check('content_cases_urgency', sql`${table.urgency} between 1 and 3`),
  ],
)

/** Reports of content, with the content at that time; a user has one for each case. */
export const contentReports = pgTable(
  'content_reports',
  {
    id: primaryId(),
    caseId: reference(() => contentCases.id),
    /** Random, such as `K7QM-2X9P`. */
    reference: text().notNull().unique(),
    /** Null for a visitor. */
    reporterId: uuid().references(() => users.id),
    /** Null for a visitor who may be anonymous, and when it was erased. */
    name: text(),
    email: text(),
    reason: text().$type<ReportReason>().notNull(),
    /** Encrypted JSON: the explanation, and the content as evidence. Null once that was deleted. */
    content: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    uniqueIndex('content_reports_one_per_user')
      .on(table.caseId, table.reporterId)
      .where(sql`${table.reporterId} is not null`),
    // It was unique, which let whoever typed an address silence its owner; an index is removed only in a later release.
    index('content_reports_one_per_visitor')
      .on(table.caseId, table.email)
      .where(sql`${table.reporterId} is null and ${table.email} is not null`),
    index('content_reports_by_case').on(table.caseId, table.createdAt),
    index().on(table.reporterId),
    index('content_reports_by_key').on(table.keyId),
    check('content_reports_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
  ],
)

/** The decisions of a case: the first, and that on an appeal. */
export const contentDecisions = pgTable(
  'content_decisions',
  {
    id: primaryId(),
    caseId: reference(() => contentCases.id),
    isOnAppeal: boolean().notNull(),
    decision: text().$type<CaseDecision>().notNull(),
    ground: text().$type<DecisionGround>(),
    rule: text(),
    /** Encrypted; here in rows of before. */
    reasons: text().notNull(),
    ...encryptedText(),
    decidedBy: reference(() => users.id),
    decidedAt: timestamptz().notNull(),
  },
  table => [
    // Of two admins at once one decides.
    uniqueIndex('content_decisions_once').on(table.caseId, table.isOnAppeal),
    index('content_decisions_by_time').on(table.decidedAt),
    index().on(table.decidedBy),
    index('content_decisions_by_key').on(table.keyId),
    check('content_decisions_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check('content_decisions_decision', sql`${table.decision} in ('KEEP', 'REMOVE', 'SUSPEND')`),
    check(
      'content_decisions_ground',
      sql`(${table.decision} = 'KEEP') or (${table.ground} is not null and ${table.rule} is not null)`,
    ),
  ],
)

/** Appeals against the first decision of a case, one of each party. */
export const contentAppeals = pgTable(
  'content_appeals',
  {
    id: primaryId(),
    caseId: reference(() => contentCases.id),
    /** The report of the party that appeals; null for the owner of the content. */
    reportId: uuid().references(() => contentReports.id),
    /** Encrypted. */
    text: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    uniqueIndex('content_appeals_once').on(table.caseId, sql`coalesce(${table.reportId}, ${table.caseId})`),
    index().on(table.reportId),
    index('content_appeals_by_key').on(table.keyId),
    check('content_appeals_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
  ],
)

/** Hashes of the tokens in mailed links, which open a case for one of its parties. */
export const contentReportTokens = pgTable(
  'content_report_tokens',
  {
    tokenHash: text().primaryKey(),
    caseId: reference(() => contentCases.id, { onDelete: 'cascade' }),
    /** Null for the owner of the content. */
    reportId: uuid().references(() => contentReports.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.caseId), index().on(table.reportId), index().on(table.expiresAt)],
)
