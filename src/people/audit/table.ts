import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { timestamptz, primaryId } from '../../platform/db/columns.ts'
import type { AuditAction, AuditDetails, AuditSubjectKind } from './contract.ts'

/** Audit entries, written in the transaction of the action. A trigger forbids updates and deletes. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: primaryId(),
    at: timestamptz().notNull().defaultNow(),
    /** Null for the system itself. */
    actorId: uuid().references(() => users.id),
    action: text().$type<AuditAction>().notNull(),
    subjectKind: text().$type<AuditSubjectKind>().notNull(),
    /** Most ids are UUIDs; those of toys are other texts. */
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
