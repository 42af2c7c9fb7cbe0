import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { columnsOf, onlyRow } from '../../platform/db/sql.ts'
import { isDeliveredDigitally } from '../orders/service.ts'
import { orderItems, orders } from '../orders/table.ts'
import type * as contract from './contract.ts'
import { findRefundsDue } from './refundDue.service.ts'
import { refundDueAt } from './rules.ts'
import { withdrawalLines, withdrawals } from './table.ts'
import { decryptNotes, decryptWithdrawals, type Reader } from './text.service.ts'
import { isMeant, withdrawnUnits } from './units.service.ts'

export type WithdrawalWithLines = z.input<typeof contract.Withdrawal>
export type WithdrawalRow = typeof withdrawals.$inferSelect

/** Whether a parcel with a line of an order left; an admin can set an order to delivered at once. */
const wasShipped = sql<boolean>`(not ${orderItems.isDigital} and coalesce(${orders.shippedAt}, ${orders.deliveredAt}) is not null)`

/** Adds the lines of each withdrawal, in one statement, and by when accepted ones have to be refunded, in another. */
export async function addWithdrawalLines(
  reader: Reader,
  rows: WithdrawalRow[],
): Promise<WithdrawalWithLines[]> {
  const ids = rows.map(({ id }) => id)
  const stored = await reader.db
    .select({
      withdrawalId: withdrawals.id,
      itemId: orderItems.id,
      name: orderItems.productName,
      ...columnsOf(orderItems, 'hygieneSealed'),
      quantity: withdrawnUnits,
      acceptedQuantity: withdrawalLines.quantity,
      isDigital: isDeliveredDigitally,
      isShipped: wasShipped,
      ...columnsOf(withdrawalLines, 'accepted', 'reason', 'decidedAt'),
      ...columnsOf(withdrawalLines, 'id', 'note', 'encrypted', 'keyId'),
    })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .innerJoin(orderItems, and(eq(orderItems.orderId, orders.id), isMeant))
    .leftJoin(
      withdrawalLines,
      and(eq(withdrawalLines.withdrawalId, withdrawals.id), eq(withdrawalLines.itemId, orderItems.id)),
    )
    .where(inArray(withdrawals.id, ids))
    .orderBy(asc(orderItems.id))
  const found = await decryptNotes(reader, stored)
  const readable = await decryptWithdrawals(reader, rows)
  const due = await findRefundsDue(reader.db, rows)
  return readable.map(row => ({
    ...row,
    lines: found.filter(({ withdrawalId, quantity }) => withdrawalId === row.id && quantity > 0),
    withdrawnBefore: found.flatMap(({ withdrawalId, quantity, name }) =>
      withdrawalId === row.id && quantity === 0 ? [name] : [],
    ),
    refundDueAt: due.has(row.id) ? refundDueAt(row.receivedAt) : null,
  }))
}

export const readWithLines = async (reader: Reader, row: WithdrawalRow): Promise<WithdrawalWithLines> =>
  onlyRow(await addWithdrawalLines(reader, [row]))
