import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { timestamptz, primaryId } from '../../platform/columns.ts'
import type { AuditAction, AuditDetails, AuditSubjectKind } from './contract.ts'

/** Who did what to what, written with the deed itself. A trigger forbids to change or erase any of it. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: primaryId(),
    at: timestamptz().notNull().defaultNow(),
    /** Null for the system itself. */
    actorId: uuid().references(() => users.id),
    action: text().$type<AuditAction>().notNull(),
    subjectKind: text().$type<AuditSubjectKind>().notNull(),
    /** An id of ours; a toy's is a text. */
    subjectId: text().notNull(),
    details: jsonb().$type<AuditDetails>().notNull().default({}),
  },
  table => [
    index('audit_by_age').on(table.at, table.id),
    index('audit_by_actor').on(table.actorId, table.at),
    index('audit_by_action').on(table.action, table.at),
    index('audit_by_subject').on(table.subjectId, table.at),
  ],
)
