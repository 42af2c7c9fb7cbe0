import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { assertAccountExists } from '../../people/accounts/service.ts'
import { sessions, toyControlSessions } from '../../live/sessions/table.ts'
import { toys } from '../../live/toys/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { qualified, readPage } from '../../platform/db/sql.ts'
import { isNeverPaidSql } from '../../shop/orders/neverPaid.service.ts'
import { isDigitalOrder } from '../../shop/orders/service.ts'
import { orders } from '../../shop/orders/table.ts'
import type { CustomerHistoryInput } from './contract.ts'

/** @throws Problem NOT_FOUND when nothing is there and there is no such user */
async function ofCustomer<Page extends { total: number }>(
  db: Db,
  userId: string,
  found: Promise<Page>,
): Promise<Page> {
  const page = await found
  if (page.total === 0) await assertAccountExists(db, userId)
  return page
}

/** A customer's orders, newest first. @throws Problem NOT_FOUND for an unknown user */
export function findCustomerOrders(db: Db, wanted: CustomerHistoryInput) {
  const own = eq(orders.userId, wanted.userId)
  const found = db
    .select({
      ...getTableColumns(orders),
      total: orders.totalAmount,
      isDigital: isDigitalOrder,
      isNeverPaid: isNeverPaidSql(),
    })
    .from(orders)
    .where(own)
    .orderBy(desc(orders.createdAt), desc(orders.id))
  return ofCustomer(db, wanted.userId, readPage(found, db.$count(orders, own), wanted))
}

/** The sessions that a customer played, newest first. @throws Problem NOT_FOUND for an unknown user */
export function findCustomerSessions(db: Db, wanted: CustomerHistoryInput) {
  const own = eq(sessions.userId, wanted.userId)
  const { stoppedBy, stopReason } = toyControlSessions
  const minutesBack = sql`(
    select coalesce(sum(e.minutes), 0) from ${minuteEntries} e
    where e.control_session_id = ${qualified(sessions.id)} and e.kind = 'SESSION_RETURN'
  )`.mapWith(Number)
  const found = db
    .select({ ...getTableColumns(sessions), toyName: toys.name, stoppedBy, stopReason, minutesBack })
    .from(sessions)
    .innerJoin(toys, eq(toys.id, sessions.toyId))
    .leftJoin(toyControlSessions, eq(toyControlSessions.id, sessions.id))
    .where(own)
    .orderBy(desc(sessions.startTime), desc(sessions.id))
  return ofCustomer(db, wanted.userId, readPage(found, db.$count(sessions, own), wanted))
}

/** A customer's minute ledger, newest first, with the balance after each entry. @throws Problem NOT_FOUND for an unknown user */
export function findMinuteLedger(db: Db, wanted: CustomerHistoryInput) {
  const own = eq(minuteEntries.userId, wanted.userId)
  const { createdAt, id, minutes } = minuteEntries
  const balance = sql<number>`sum(${minutes}) over (order by ${createdAt}, ${id})`.mapWith(Number)
  const found = db
    .select({ ...getTableColumns(minuteEntries), balance })
    .from(minuteEntries)
    .where(own)
    .orderBy(desc(createdAt), desc(id))
  return ofCustomer(db, wanted.userId, readPage(found, db.$count(minuteEntries, own), wanted))
}
