import { and, asc, desc, eq, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import { contactEmail } from '../../../people/accounts/guest.service.ts'
import { users } from '../../../people/accounts/table.ts'
import { isNeverPaidSql } from '../neverPaid.service.ts'
import { isDigitalOrder } from '../service.ts'
import { orders, recipientName } from '../table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { escapeLike } from '../../../platform/db/sql.ts'
import type { AdminOrderSummary, listAdminOrders, OrderSort } from './contract.ts'

type OrderListFilter = Omit<z.output<typeof listAdminOrders.input>, 'page'>

type AdminOrderRow = z.input<typeof AdminOrderSummary>

/** The list is counted no further. */
const MOST_COUNTED = 10_000
/** Maximum number of hits of each kind of match, which bounds the cost of a search that matches almost everything. */
const MOST_FOUND = 100
/** Maximum number of matching buyers, newest first. */
const MOST_BUYERS = 300
/** The limit without pages. */
const MOST_LISTED = 1000

/** The orders that match, without pages. */
export const findOrdersUnpaged = async (db: Db, looked: OrderListFilter): Promise<AdminOrderRow[]> =>
  (await selectOrders(db, looked, MOST_LISTED, 0)).map(({ row }) => row)

/** The newest orders that match. */
export const searchOrders = async (db: Db, q: string, limit: number): Promise<AdminOrderRow[]> =>
  (await selectOrders(db, { q, status: undefined, sort: 'newest', pageSize: limit }, limit, 0)).map(
    ({ row }) => row,
  )

/** One page of the orders that match, in at most two statements. */
export async function findOrderPage(db: Db, page: number, looked: OrderListFilter) {
  const { pageSize } = looked
  const found = await selectOrders(db, looked, pageSize, (page - 1) * pageSize)
  // A search returns its count with the hits; past the last page there is no row with the count.
  const total = found[0]?.total ?? (await count(db, looked))
  return { items: found.map(({ row }) => row), total, page, pageSize }
}

async function count(db: Db, looked: OrderListFilter): Promise<number> {
  const hits = searchHits(db, looked)
  // In the order of an index, so that only the index is read.
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(ofStatus(looked))
    .orderBy(...orderings.newest)
    .limit(MOST_COUNTED)
    .as('found')
  const counting = { total: sql<number>`count(*)::int` }
  const [counted] = await (looked.q
    ? db.with(hits).select(counting).from(hits)
    : db.select(counting).from(ids))
  return counted?.total ?? 0
}

/** The page is selected by id alone, which an index has in order; only its rows are then read. */
function selectOrders(db: Db, looked: OrderListFilter, limit: number, offset: number) {
  const { q, sort } = looked
  const hits = searchHits(db, looked)
  const chosen = db
    .select({ id: orders.id })
    .from(orders)
    .where(q ? sql`${orders.id} in (select id from hits)` : ofStatus(looked))
    .orderBy(...orderings[sort])
    .limit(limit)
    .offset(offset)
    .as('chosen')
  return (q ? db.with(hits) : db)
    .select({ row: orderColumns, total: q ? sql<number>`(select count(*)::int from hits)` : sql<null>`null` })
    .from(chosen)
    .innerJoin(orders, eq(orders.id, chosen.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .orderBy(...orderings[sort])
}

const orderColumns = {
  id: orders.id,
  number: orders.number,
  createdAt: orders.createdAt,
  status: orders.status,
  total: orders.totalAmount,
  isDigital: isDigitalOrder,
  isNeverPaid: isNeverPaidSql(),
  hasTracking: orders.hasTracking,
  trackingCost: orders.trackingCost,
  shippingCost: orders.shippingCost,
  userId: orders.userId,
  email: contactEmail,
  customerName: sql<string>`coalesce(${orders.shippingFirstName} || ' ' || ${orders.shippingLastName}, ${users.displayName})`,
  paidAt: orders.paidAt,
  shippedAt: orders.shippedAt,
  trackingCode: orders.trackingCode,
  shippingCarrier: orders.shippingCarrier,
}

const orderings: Record<OrderSort, SQL[]> = {
  newest: [desc(orders.createdAt), desc(orders.id)],
  oldest: [asc(orders.createdAt), asc(orders.id)],
  'total-high': [desc(orders.totalAmount), desc(orders.id)],
  'total-low': [asc(orders.totalAmount), asc(orders.id)],
}

function ofStatus({ status }: OrderListFilter): SQL | undefined {
  if (status === 'NEVER_PAID') return isNeverPaidSql()
  if (status === 'KEPT') return sql`not ${isNeverPaidSql()}`
  return status ? eq(orders.status, status) : undefined
}

/**
 * Each kind of match is searched separately: by the trigram index when few rows match, otherwise from the newest row
 * on until there are enough. An `or` over both tables would read all of both.
 */
function searchHits(db: Db, looked: OrderListFilter) {
  const q = (looked.q ?? '').toLowerCase()
  const branch = (matches: SQL, newest: SQL) => sql`(
    select ${orders.id} from ${orders} where ${and(ofStatus(looked), matches)} order by ${newest} limit ${MOST_FOUND})`
  const byAge = sql`${orders.createdAt} desc, ${orders.id} desc`
  // `union` removes duplicates.
  return db.$with('hits', { id: orders.id }).as(sql`
    ${isNumberStart(q) ? branch(startsWith(q), sql`${orders.number} desc`) : branch(has(orders.number, q), byAge)}
    union ${branch(has(recipientName(orders), q), byAge)}
    union ${ordersOfBuyers(looked, q)}`)
}

/** A year alone, or with a dash, begins too many numbers for the trigram index; these are read in number order. */
const isNumberStart = (q: string): boolean => /^20\d\d(-\d{0,9})?$/.test(q)

const startsWith = (q: string): SQL =>
  sql`${orders.number} between ${q} and ${q.length === 4 ? `${q}-999999999` : q.padEnd(14, '9')}`

/** The newest orders of each buyer, by index. */
function ordersOfBuyers(looked: OrderListFilter, q: string): SQL {
  const isBuyer = or(has(users.email, q), has(users.guestEmail, q), has(sql`lower(${users.displayName})`, q))
  return sql`(
    select each.id
    from (select ${users.id} from ${users} where ${isBuyer} order by ${users.id} desc limit ${MOST_BUYERS}) as buyer
    cross join lateral (
      select ${orders.id}, ${orders.createdAt} from ${orders}
      where ${and(sql`${orders.userId} = buyer.id`, ofStatus(looked))}
      order by ${orders.createdAt} desc limit ${MOST_FOUND}) as each
    order by each.created_at desc, each.id desc limit ${MOST_FOUND})`
}

/**
 * Whether the text contains the search; fewer than three letters, which the trigram index needs, match only the
 * beginning of words.
 */
function has(text: SQLWrapper, q: string): SQL {
  const typed = escapeLike(q)
  const likes = q.length < 3 ? [`${typed}%`, `% ${typed}%`] : [`%${typed}%`]
  const matches = likes.map(like => sql`${text} like ${like}`)
  return sql`(${sql.join(matches, sql` or `)})`
}
