import { and, asc, desc, eq, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Role } from '../../wire/roles.ts'
import { collatedDisplayName, users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Customer, CustomerListSort } from './contract.ts'

interface CustomerListFilter {
  q: string | null
  role?: Role | '' | null | undefined
  sort: CustomerListSort
  pageSize: number
}

type CustomerRow = z.input<typeof Customer>

/** More are not counted. */
const MOST_COUNTED = 10_000
/** A search finds the newest of these: who has more is more precise. It bounds what one costs that almost everyone fits. */
const MOST_FOUND = 1000
/** Without pages. */
const MOST_LISTED = 1000

/** The newest accounts that are looked for, without pages. */
export const findNewestCustomers = (db: Db, looked: CustomerListFilter): Promise<CustomerRow[]> =>
  selectCustomers(db, { ...looked, sort: 'newest', pageSize: MOST_LISTED }, 0)

/** One page of the accounts that are looked for, in two statements. */
export async function findCustomerPage(
  db: Db,
  page: number,
  looked: CustomerListFilter,
): Promise<{ items: CustomerRow[]; total: number; page: number; pageSize: number }> {
  const { pageSize } = looked
  // In their order, though it does not matter: an index has that, and the table is not read.
  const counted = db
    .select({ id: users.id })
    .from(users)
    .where(customerCondition(looked))
    .orderBy(...sortOrder(users, 'newest'))
    .limit(looked.q ? MOST_FOUND : MOST_COUNTED)
  const [all] = await db.select({ total: sql<number>`count(*)::int` }).from(counted.as('counted'))
  const items = await selectCustomers(db, looked, (page - 1) * pageSize)
  return { items, total: all?.total ?? 0, page, pageSize }
}

/**
 * Without a search an index has the order that is asked for. With one they are found first, newest on, and then put in
 * order: an index on names would be read to where they stand.
 */
async function selectCustomers(db: Db, looked: CustomerListFilter, offset: number): Promise<CustomerRow[]> {
  const { q, sort, pageSize } = looked
  const all = db.select().from(users).where(customerCondition(looked)).$dynamic()
  if (!q)
    return all
      .orderBy(...sortOrder(users, sort))
      .limit(pageSize)
      .offset(offset)
  const found = all
    .orderBy(...sortOrder(users, 'newest'))
    .limit(MOST_FOUND)
    .as('found')
  return db
    .select()
    .from(found)
    .orderBy(...sortOrder(found, sort))
    .limit(pageSize)
    .offset(offset)
}

type Sortable = Record<'id' | 'createdAt' | 'displayName' | 'email' | 'minutesBalance', AnyPgColumn>

/** Each is an index of the table's, read from one end or the other. */
function sortOrder(from: Sortable, sort: CustomerListSort): SQL[] {
  const { id, createdAt, email, minutesBalance } = from
  const name = collatedDisplayName(from)
  const orders: Record<CustomerListSort, SQL[]> = {
    newest: [desc(createdAt), desc(id)],
    oldest: [asc(createdAt), asc(id)],
    name: [asc(name), asc(id)],
    '-name': [desc(name), desc(id)],
    email: [asc(email), asc(id)],
    '-email': [desc(email), desc(id)],
    minutes: [asc(minutesBalance), asc(id)],
    '-minutes': [desc(minutesBalance), desc(id)],
  }
  return orders[sort]
}

/** Who is erased is nobody any more. */
function customerCondition({ q, role }: CustomerListFilter): SQL | undefined {
  return and(
    isNull(users.erasedAt),
    role ? eq(users.role, role) : undefined,
    q ? matchesSearch(q.toLowerCase()) : undefined,
  )
}

/**
 * By a part of the address or the name. The index knows three letters that follow each other: fewer are looked for where
 * words begin, one of them in names alone, and what has none is found nowhere.
 */
function matchesSearch(q: string): SQL | undefined {
  const name = sql`lower(${users.displayName})`
  if (!/[\p{L}\p{N}]/u.test(q)) return sql`false`
  const typed = q.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const has = (text: SQLWrapper, pattern: string) => sql`${text} like ${pattern}`
  if (q.length > 2) return or(has(users.email, `%${typed}%`), has(name, `%${typed}%`))
  const named = or(has(name, `${typed}%`), has(name, `% ${typed}%`))
  return q.length === 1 ? named : or(named, has(users.email, `${typed}%`))
}
