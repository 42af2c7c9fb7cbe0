import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { unnestRows } from '../../platform/preparedStatements.ts'
import { type AuditAction, type AuditDetails, type listAuditEntries, auditActions } from './contract.ts'
import { auditEntries } from './table.ts'

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

/** The entries about any of these subjects, the newest first. */
export const findAuditEntriesBySubject = (db: Db, subjectIds: string[]) =>
  selectEntries(db, inArray(auditEntries.subjectId, subjectIds)).limit(MAX_SUBJECT_ENTRIES)

/** How many entries are returned at most for `findAuditEntriesBySubject`. */
const MAX_SUBJECT_ENTRIES = 500

/** Counting stops here, which limits what a count costs. */
const MAX_COUNTED = 10_000

type AuditListInput = z.output<typeof listAuditEntries.input>

/** A page of the entries that match, the newest first, in two statements. */
export async function findAuditEntries(db: Db, { page, pageSize, ...filters }: AuditListInput) {
  const where = auditFilter(filters)
  const matches = db.select({ id: auditEntries.id }).from(auditEntries).where(where).limit(MAX_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(matches.as('matches'))
  const items = await selectEntries(db, where)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

/** Entries with their actors, the newest first. */
const selectEntries = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: auditEntries.id,
      at: auditEntries.at,
      action: auditEntries.action,
      subjectKind: auditEntries.subjectKind,
      subjectId: auditEntries.subjectId,
      details: auditEntries.details,
      actor: { id: users.id, displayName: users.displayName },
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))

function auditFilter(filters: Omit<AuditListInput, 'page' | 'pageSize'>) {
  const { actorId, action, subjectId, from, until } = filters
  const { at } = auditEntries
  return and(
    actorId ? eq(auditEntries.actorId, actorId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    subjectId ? eq(auditEntries.subjectId, subjectId) : undefined,
    from ? gte(at, new Date(from)) : undefined,
    until ? lt(at, new Date(until)) : undefined,
  )
}
