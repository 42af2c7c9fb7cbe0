import { desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sessions, toyControlSessions } from '../../live/sessions/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import type { OrderSummary } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import type { Db } from '../../platform/db.ts'
import { toys } from '../../live/toys/table.ts'
import type { MinuteLedgerEntry, CustomerSession, CustomerHistoryInput } from './contract.ts'

interface Page<T> {
  items: T[]
  total: number
  page: number
  pageSize: number
}

/** A customer's orders, newest first. */
export async function findCustomerOrders(
  db: Db,
  { userId, page, pageSize }: CustomerHistoryInput,
): Promise<Page<z.input<typeof OrderSummary>>> {
  const own = eq(orders.userId, userId)
  const items = await db
    .select({
      id: orders.id,
      number: orders.number,
      createdAt: orders.createdAt,
      status: orders.status,
      total: orders.totalAmount,
      hasTracking: orders.hasTracking,
      trackingCost: orders.trackingCost,
    })
    .from(orders)
    .where(own)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: await db.$count(orders, own), page, pageSize }
}

/** The sessions that a customer played, newest first. */
export async function findCustomerSessions(
  db: Db,
  { userId, page, pageSize }: CustomerHistoryInput,
): Promise<Page<z.input<typeof CustomerSession>>> {
  const own = eq(sessions.userId, userId)
  const items = await db
    .select({
      id: sessions.id,
      toyId: sessions.toyId,
      toyName: toys.name,
      status: sessions.status,
      startTime: sessions.startTime,
      endTime: sessions.endTime,
      minutesPurchased: sessions.minutesPurchased,
      cost: sessions.cost,
      stoppedBy: toyControlSessions.stoppedBy,
      stopReason: toyControlSessions.stopReason,
    })
    .from(sessions)
    .innerJoin(toys, eq(toys.id, sessions.toyId))
    .leftJoin(toyControlSessions, eq(toyControlSessions.id, sessions.id))
    .where(own)
    .orderBy(desc(sessions.startTime), desc(sessions.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: await db.$count(sessions, own), page, pageSize }
}

/** A customer's minute ledger, newest first, with the balance after each entry. */
export async function findMinuteLedger(
  db: Db,
  { userId, page, pageSize }: CustomerHistoryInput,
): Promise<Page<z.input<typeof MinuteLedgerEntry>>> {
  const own = eq(minuteEntries.userId, userId)
  const { createdAt, id } = minuteEntries
  const items = await db
    .select({
      id,
      kind: minuteEntries.kind,
      minutes: minuteEntries.minutes,
      balance: sql<number>`sum(${minuteEntries.minutes}) over (order by ${createdAt}, ${id})`.mapWith(Number),
      valueCents: minuteEntries.valueCents,
      reason: minuteEntries.reason,
      createdAt,
    })
    .from(minuteEntries)
    .where(own)
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: await db.$count(minuteEntries, own), page, pageSize }
}
