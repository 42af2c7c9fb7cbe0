import { and, asc, eq, sql } from 'drizzle-orm'
import { unwrapDatabaseError } from '../../../platform/db/databaseErrors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf } from '../../../platform/db/sql.ts'
import { Problem, problems } from '../../../wire/problem.ts'
import { MAX_SAVED_FILTERS, type SavedFilter } from './contract.ts'
import { savedFilters } from '../table.ts'

const columns = columnsOf(savedFilters, 'id', 'list', 'name', 'query')

export const findSavedFilters = (db: Db, userId: string): Promise<SavedFilter[]> =>
  db
    .select(columns)
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(asc(sql`lower(${savedFilters.name})`))

/** @throws Problem FILTER_NAME_TAKEN, TOO_MANY_FILTERS */
export async function addSavedFilter(
  db: Db,
  filter: { userId: string; list: string; name: string; query: string },
): Promise<SavedFilter> {
  const { userId, list } = filter
  const inList = and(eq(savedFilters.userId, userId), eq(savedFilters.list, list))
  if ((await db.$count(savedFilters, inList)) >= MAX_SAVED_FILTERS) throw new Problem('TOO_MANY_FILTERS')
  const [added] = await db.insert(savedFilters).values(filter).onConflictDoNothing().returning(columns)
  if (!added) throw nameTaken()
  return added
}

/** @throws Problem NOT_FOUND when it is not the admin's, FILTER_NAME_TAKEN */
export async function renameSavedFilter(
  db: Db,
  userId: string,
  filterId: string,
  name: string,
): Promise<SavedFilter> {
  const isOwn = and(eq(savedFilters.id, filterId), eq(savedFilters.userId, userId))
  const rename = db.update(savedFilters).set({ name }).where(isOwn).returning(columns)
  const [renamed] = await rename.catch((error: unknown) => {
    throw unwrapDatabaseError(error).code === '23505' ? nameTaken() : error
  })
  if (!renamed) throw notFound()
  return renamed
}

/** @throws Problem NOT_FOUND when it is not the admin's */
export async function removeSavedFilter(db: Db, userId: string, filterId: string): Promise<void> {
  const removed = await db
    .delete(savedFilters)
    .where(and(eq(savedFilters.id, filterId), eq(savedFilters.userId, userId)))
    .returning({ id: savedFilters.id })
  if (removed.length === 0) throw notFound()
}

const notFound = () => new Problem('NOT_FOUND', { message: 'Dit filter bestaat niet meer.' })

/** At its field too, so that a form shows it there. */
const nameTaken = () =>
  new Problem('FILTER_NAME_TAKEN', { fields: { name: problems.FILTER_NAME_TAKEN.message } })
