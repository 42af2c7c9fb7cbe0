import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { orders } from './table.ts'

/**
 * Whether an order ended and no payment of it ever became PAID, in a statement about `orders`. A payment that came too late did: the order has no
 * `paid_at`, and its money goes back. The payment is a scalar, which PostgreSQL asks of each such order by an index: an `exists` it may
 * answer by reading all payments.
 * @param order the table, or its alias
 */
export const isNeverPaidSql = (order = 'orders'): SQL<boolean> => {
  const of = (column: string) => sql`${sql.identifier(order)}.${sql.identifier(column)}`
  return sql`(${of('status')} = 'CANCELLED' and ${of('paid_at')} is null and (
    select true from payments paid where paid.subject_id = ${of('id')} and paid.status = 'PAID' limit 1
  ) is null)`
}

export const isOrderNeverPaid = async (db: Db, orderId: string): Promise<boolean> =>
  (await db.$count(orders, and(eq(orders.id, orderId), isNeverPaidSql()))) > 0
