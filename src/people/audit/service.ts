import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { unnestRows } from '../../platform/db/sql.ts'
import { auditEntries } from './table.ts'
import { type AuditAction, type AuditDetails, auditActions } from './contract.ts'

interface NewAuditEntry {
  /** The actor; null for the system itself. */
  by: string | null
  action: AuditAction
  subjectId: string
  details?: AuditDetails
}

/** Records an action, in the transaction of that action. */
export async function recordAuditEntry(tx: Tx, { by, action, subjectId, details = {} }: NewAuditEntry) {
  await tx
    .insert(auditEntries)
    .values({ actorId: by, action, subjectKind: auditActions[action], subjectId, details })
}

/** Records one action on several subjects, in one statement. */
export async function recordAuditEntries(
  tx: Tx,
  by: string,
  action: AuditAction,
  subjects: { subjectId: string; details: AuditDetails }[],
): Promise<void> {
  if (subjects.length === 0) return
  const entries = unnestRows('entry', subjects, {
    id: ['uuid', () => randomUUIDv7()],
    subject_id: ['text', subject => subject.subjectId],
    details: ['text', subject => JSON.stringify(subject.details)],
  })
  await tx.execute(sql`
    insert into ${auditEntries} (id, actor_id, action, subject_kind, subject_id, details)
    select id, ${by}::uuid, ${action}, ${auditActions[action]}, subject_id, details::jsonb from ${entries}`)
}
