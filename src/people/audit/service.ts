import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import {
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type listAuditEntries,
  auditSubjects,
} from './contract.ts'
import { auditEntries } from './table.ts'

interface NewAuditEntry {
  /** Who does it; null for the system itself. */
  by: string | null
  action: AuditAction
  subjectId: string
  details?: AuditDetails
}

/** Writes down who did what, in the transaction that does it: the one is there if, and only if, the other is. */
export async function recordAuditEntry(
  tx: Tx,
  { by, action, subjectId, details = {} }: NewAuditEntry,
): Promise<void> {
  await tx
    .insert(auditEntries)
    .values({ actorId: by, action, subjectKind: auditSubjects[action], subjectId, details })
}

/** Writes down one deed that was done to several things, in one statement. */
export async function recordAuditEntries(
  tx: Tx,
  by: string,
  action: AuditAction,
  done: { subjectId: string; details: AuditDetails }[],
): Promise<void> {
  if (done.length === 0) return
  const entries = done.map(each => ({ ...each, id: randomUUIDv7() }))
  // Always the same statement, however many there are: it is planned once.
  await tx.execute(sql`
    insert into ${auditEntries} (id, actor_id, action, subject_kind, subject_id, details)
    select id, ${by}::uuid, ${action}, ${auditSubjects[action]}, "subjectId", details
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as done(id uuid, "subjectId" text, details jsonb)`)
}

/** What was done to any of these things, the newest first. */
export const findAuditEntriesBySubject = (
  db: Db,
  subjectIds: string[],
): Promise<z.input<typeof AuditEntry>[]> =>
  db
    .select({ ...auditEntryColumns, actor: { id: users.id, displayName: users.displayName } })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(inArray(auditEntries.subjectId, subjectIds))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(MAX_SUBJECT_ENTRIES)

/** More are not shown of one thing. */
const MAX_SUBJECT_ENTRIES = 500

/** More are not counted. */
const MAX_COUNTED = 10_000

type AuditListInput = z.output<typeof listAuditEntries.input>

/** One page of the entries that are looked for, newest first, in two statements. */
export async function findAuditEntries(
  db: Db,
  { page, pageSize, ...looked }: AuditListInput,
): Promise<z.input<typeof listAuditEntries.output>> {
  const where = auditFilter(looked)
  const found = db.select({ id: auditEntries.id }).from(auditEntries).where(where).limit(MAX_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const items = await db
    .select({ ...auditEntryColumns, actor: { id: users.id, displayName: users.displayName } })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

const auditEntryColumns = {
  id: auditEntries.id,
  at: auditEntries.at,
  action: auditEntries.action,
  subjectKind: auditEntries.subjectKind,
  subjectId: auditEntries.subjectId,
  details: auditEntries.details,
}

function auditFilter({
  actorId,
  action,
  subjectId,
  from,
  until,
}: Omit<AuditListInput, 'page' | 'pageSize'>): SQL | undefined {
  const { at } = auditEntries
  return and(
    actorId ? eq(auditEntries.actorId, actorId) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    subjectId ? eq(auditEntries.subjectId, subjectId) : undefined,
    from ? gte(at, new Date(from)) : undefined,
    until ? lt(at, new Date(until)) : undefined,
  )
}
