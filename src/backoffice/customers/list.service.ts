import { and, asc, desc, eq, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { collatedDisplayName, isListedUser, users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { escapeLike } from '../../platform/db/sql.ts'
import type { Customer, CustomerListSort, listCustomers } from './contract.ts'

type CustomerListFilter = Omit<z.output<typeof listCustomers.input>, 'page'>

type CustomerRow = z.input<typeof Customer>

const MOST_COUNTED = 10_000
/** A search stops after the newest 1000 hits, which bounds its cost when almost everything matches. */
const MOST_FOUND = 1000
/** The limit without pages. */
const MOST_LISTED = 1000

/** The newest accounts that match, without pages. */
export const findNewestCustomers = (db: Db, filters: CustomerListFilter): Promise<CustomerRow[]> =>
  selectCustomers(db, { ...filters, sort: 'newest', pageSize: MOST_LISTED }, 0)

/** The newest accounts that match. */
export const searchCustomers = (db: Db, q: string, limit: number): Promise<CustomerRow[]> =>
  selectCustomers(db, { q, role: undefined, sort: 'newest', pageSize: limit }, 0)

/** One page of the accounts that match, in two statements. */
export async function findCustomerPage(db: Db, page: number, filters: CustomerListFilter) {
  const { pageSize } = filters
  // Ordered so that the count can be read from an index alone.
  const counted = db
    .select({ id: users.id })
    .from(users)
    .where(customerCondition(filters))
    .orderBy(...sortOrder(users, 'newest'))
    .limit(filters.q ? MOST_FOUND : MOST_COUNTED)
  const [all] = await db.select({ total: sql<number>`count(*)::int` }).from(counted.as('counted'))
  const items = await selectCustomers(db, filters, (page - 1) * pageSize)
  return { items, total: all?.total ?? 0, page, pageSize }
}

/**
 * Without a search an index gives the order. With one the newest hits are found first and then sorted: following the index
 * of the names would read it to where they are.
 */
async function selectCustomers(db: Db, filters: CustomerListFilter, offset: number): Promise<CustomerRow[]> {
  const { q, sort, pageSize } = filters
  const all = db.select().from(users).where(customerCondition(filters)).$dynamic()
  if (!q)
    return withContact(
      await all
        .orderBy(...sortOrder(users, sort))
        .limit(pageSize)
        .offset(offset),
    )
  const found = all
    .orderBy(...sortOrder(users, 'newest'))
    .limit(MOST_FOUND)
    .as('found')
  return withContact(
    await db
      .select()
      .from(found)
      .orderBy(...sortOrder(found, sort))
      .limit(pageSize)
      .offset(offset),
  )
}

/** A guest's address is that of the order. */
const withContact = <Row extends { email: string; guestEmail: string | null }>(rows: Row[]): Row[] =>
  rows.map(row => ({ ...row, email: row.guestEmail ?? row.email }))

type Sortable = Record<'id' | 'createdAt' | 'displayName' | 'email' | 'minutesBalance', AnyPgColumn>

/** Each follows an index, in either direction. */
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

function customerCondition({ q, role }: CustomerListFilter): SQL | undefined {
  return and(
    // `isListedUser` reads a column that the index of roles does not have.
    role && role !== 'GUEST' ? isNull(users.erasedAt) : isListedUser(users),
    role ? eq(users.role, role) : undefined,
    q ? matchesSearch(q.toLowerCase()) : undefined,
  )
}

/**
 * Matches part of the e-mail address or the name. The index holds trigrams: one or two letters are matched only at the
 * beginning of words, a single one only in names.
 */
function matchesSearch(q: string): SQL | undefined {
  const name = sql`lower(${users.displayName})`
  if (!/[\p{L}\p{N}]/u.test(q)) return sql`false`
  const typed = escapeLike(q)
  const has = (text: SQLWrapper, pattern: string) => sql`${text} like ${pattern}`
  if (q.length > 2)
    return or(has(users.email, `%${typed}%`), has(users.guestEmail, `%${typed}%`), has(name, `%${typed}%`))
  const named = or(has(name, `${typed}%`), has(name, `% ${typed}%`))
  return q.length === 1 ? named : or(named, has(users.email, `${typed}%`), has(users.guestEmail, `${typed}%`))
}
