import { and, asc, inArray, not, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { type findOrderByNumberAndEmail, lockOrder } from '../orders/service.ts'
import { orderItems } from '../orders/table.ts'
import type { WithdrawalInput } from './contract.ts'
import { coveredLines, withdrawalLineLabel, withdrawalReceipt } from './rules.ts'
import { withdrawalLines, withdrawals } from './table.ts'

/** Whether a line of the order is one of the withdrawal, in a statement about `withdrawals` and `order_items`. */
export const isMeant = sql`(cardinality(${withdrawals.itemIds}) = 0 or ${orderItems.id} = any(${withdrawals.itemIds}))`

/** Units of a line that a withdrawal covers: all where it names no lines. */
export const withdrawnUnits = sql<number>`coalesce(
  (${withdrawals.quantities})[array_position(${withdrawals.itemIds}, ${orderItems.id})], ${orderItems.quantity})`

/** A remark alone names no line, until it is decided which lines it is about. */
const isRemarkAlone = sql`(cardinality(${withdrawals.itemIds}) = 0 and ${withdrawals.remarkEncrypted} is not null)`

/** Units of a line that can't be withdrawn again: those that were accepted, or still wait. */
const heldUnits = sql`case
  when ${withdrawalLines.itemId} is not null then coalesce(${withdrawalLines.quantity}, 0)
  when ${withdrawals.accepted} is false or ${isRemarkAlone} then 0
  else ${withdrawnUnits} end`

type OrderOfNumber = Awaited<ReturnType<typeof findOrderByNumberAndEmail>>

/** The units that a withdrawal covers, as they are stored and mailed. The order stays locked, so that no other one gets them. */
export async function lockAndCoverUnits(
  tx: Tx,
  order: OrderOfNumber,
  { itemIds, quantities, remark }: z.output<typeof WithdrawalInput>,
) {
  const named = [...new Set([...(itemIds ?? []), ...(quantities ?? []).map(({ itemId }) => itemId)])]
  if (order) await lockOrder(tx, order.id)
  const withdrawn = order ? await findHeldUnits(tx, order.id) : new Map<string, number>()
  const sold = (order?.items ?? []).map(line => ({ ...line, withdrawn: withdrawn.get(line.id) ?? 0 }))
  const covered = coveredLines(sold, { itemIds, quantities })
  // A remark alone lists no lines: an admin reads which it is about. A whole order is listed only when a part of it was withdrawn before.
  const isWhole = named.length === 0 && !remark
  const isListed = named.length > 0 || (isWhole && covered.some(({ before }) => before > 0))
  const listed = isListed ? covered : []
  const before = listed.map(line => ({ ...line, quantity: line.before }))
  return {
    stored: {
      itemIds: listed.map(line => line.id),
      quantities: listed.map(({ quantity }) => quantity),
      unmatched: named.filter(itemId => !sold.some(line => line.id === itemId)),
    },
    receipt: {
      ...withdrawalReceipt(listed.filter(hasUnits), isListed ? [] : sold),
      withdrawnBefore: before.filter(hasUnits).map(withdrawalLineLabel),
      isWhole: isWhole && !isListed,
      hasParcel: (isListed ? listed : sold).some(({ isSent }) => isSent) || !order,
    },
  }
}

const hasUnits = ({ quantity }: { quantity: number }): boolean => quantity > 0

/** Units of each line of a locked order that withdrawals cover, by its id. */
const findHeldUnits = (tx: Tx, orderId: string): Promise<Map<string, number>> =>
  sumUnits(
    tx,
    sql`least(sum(${heldUnits}), max(${orderItems.quantity}))`,
    sql`${withdrawals.orderId} = ${orderId}`,
  )

/** Units of each line of an order that were taken back, by its id. */
export const findUnitsTakenBack = (db: Db, orderId: string): Promise<Map<string, number>> =>
  sumUnits(
    db,
    sql`least(sum(${withdrawalLines.quantity}), max(${orderItems.quantity}))`,
    sql`${withdrawals.orderId} = ${orderId} and ${withdrawalLines.accepted}`,
  )

/** The lines of an order that come back in a parcel, with their units, as they are mailed. */
export async function listReturnedLines(db: Db, orderId: string): Promise<string[]> {
  const units = await findUnitsTakenBack(db, orderId)
  if (units.size === 0) return []
  const lines = await db
    .select({ id: orderItems.id, name: orderItems.productName })
    .from(orderItems)
    .where(and(inArray(orderItems.id, [...units.keys()]), not(orderItems.isDigital)))
    .orderBy(asc(orderItems.id))
  return lines.map(({ id, name }) => withdrawalLineLabel({ name, quantity: units.get(id) ?? 0 }))
}

/** Units of each line that other withdrawals of a locked order have not taken back, by its id. */
export const findUnitsNotTakenBackByOthers = (tx: Tx, withdrawalId: string): Promise<Map<string, number>> =>
  sumUnits(
    tx,
    sql`greatest(0, max(${orderItems.quantity}) - coalesce(sum(${withdrawalLines.quantity}), 0))`,
    sql`${withdrawals.id} <> ${withdrawalId}
      and ${withdrawals.orderId} = (select order_id from withdrawals own where own.id = ${withdrawalId})`,
  )

async function sumUnits(db: Db, units: SQL, where: SQL): Promise<Map<string, number>> {
  const rows = await queryRows<{ itemId: string; units: number }>(
    db,
    sql`
    select ${orderItems.id} as "itemId", (${units})::int as units
    from ${withdrawals}
    join ${orderItems} on ${orderItems.orderId} = ${withdrawals.orderId} and ${isMeant}
    left join ${withdrawalLines} on ${withdrawalLines.withdrawalId} = ${withdrawals.id}
      and ${withdrawalLines.itemId} = ${orderItems.id}
    where ${where}
    group by ${orderItems.id}`,
  )
  return new Map(rows.map(({ itemId, units }) => [itemId, units]))
}
