import { and, desc, eq, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { OrderStatus } from '../orders/contract.ts'
import { orders, recipientName } from '../orders/table.ts'
import type { Db } from '../platform/db.ts'
import type { AdminOrderSummary } from './contract.ts'

export interface Looked {
  q: string | null
  status?: OrderStatus | '' | null | undefined
  pageSize: number
}

type Row = z.input<typeof AdminOrderSummary>

/** More are not counted. */
const MOST_COUNTED = 10_000
/** More are not found, each way: it bounds what a search costs for what almost everyone has. */
const MOST_FOUND = 1000
/** Without pages. */
const MOST_LISTED = 1000

/** The newest orders that are looked for, without pages. */
export const newestOrders = (db: Db, looked: Looked): Promise<Row[]> => rows(db, looked, MOST_LISTED, 0)

/** One page of the orders that are looked for, newest first, in two statements. */
export async function orderPage(
  db: Db,
  page: number,
  looked: Looked,
): Promise<{ items: Row[]; total: number; page: number; pageSize: number }> {
  const { pageSize } = looked
  const found = db.select({ id: orders.id }).from(orders).where(conditionOf(looked)).limit(MOST_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const items = await rows(db, looked, pageSize, (page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}

const rows = (db: Db, looked: Looked, limit: number, offset: number): Promise<Row[]> =>
  db
    .select({
      id: orders.id,
      number: orders.number,
      createdAt: orders.createdAt,
      status: orders.status,
      total: orders.totalAmount,
      hasTracking: orders.hasTracking,
      trackingCost: orders.trackingCost,
      userId: orders.userId,
      email: users.email,
      customerName: sql<string>`coalesce(${orders.shippingFirstName} || ' ' || ${orders.shippingLastName}, ${users.displayName})`,
      paidAt: orders.paidAt,
      shippedAt: orders.shippedAt,
      trackingCode: orders.trackingCode,
      shippingCarrier: orders.shippingCarrier,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(conditionOf(looked))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)

function conditionOf({ q, status }: Looked): SQL | undefined {
  const ofStatus = status ? eq(orders.status, status) : undefined
  return q ? and(ofStatus, inArray(orders.id, hits(q.toLowerCase(), ofStatus))) : ofStatus
}

/**
 * Where it is found, each way by itself: an index on letters when few have them, else from the newest on until there are
 * enough. An `or` over both tables would read all of both.
 */
function hits(q: string, ofStatus: SQL | undefined): SQL {
  const branch = (matches: SQL | undefined) => sql`(
    select ${orders.id} from ${orders} where ${and(ofStatus, matches)}
    order by ${orders.createdAt} desc, ${orders.id} desc limit ${MOST_FOUND})`
  const isBuyer = or(has(users.email, q), has(sql`lower(${users.displayName})`, q))
  return sql`(
    ${branch(has(orders.number, q))}
    union all ${branch(has(recipientName(orders), q))}
    union all ${branch(sql`${orders.userId} in (select ${users.id} from ${users} where ${isBuyer})`)})`
}

/** Whether a text has this in it; fewer than the three letters that an index knows are looked for where words begin. */
function has(text: SQLWrapper, q: string): SQL | undefined {
  const typed = q.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const likes = q.length < 3 ? [`${typed}%`, `% ${typed}%`] : [`%${typed}%`]
  return or(...likes.map(like => sql`${text} like ${like}`))
}
