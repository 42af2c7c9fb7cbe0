import type { z } from 'zod'
import type { listAuditEntries } from './contract.ts'
import type { Db } from '../../../platform/db/db.ts'
import { auditEntries } from '../table.ts'
import { sql, and, eq, gte, lt, inArray, type SQL, desc } from 'drizzle-orm'
import { users } from '../../accounts/table.ts'

/** Counting stops here, which limits the cost of a count. */
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

/** The entries about any of these subjects, the newest first. */
export const findAuditEntriesBySubject = (db: Db, subjectIds: string[]) =>
  selectEntries(db, inArray(auditEntries.subjectId, subjectIds)).limit(MAX_SUBJECT_ENTRIES)

/** How many entries are returned at most for `findAuditEntriesBySubject`. */
const MAX_SUBJECT_ENTRIES = 500

/** Entries with their actors, the newest first. */
export const selectEntries = (db: Db, where: SQL | undefined) =>
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
