import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { withdrawals } from './table.ts'

/** A withdrawal `w` that was answered as a whole, without decisions about its lines. */
const isAnsweredWhole = (w: SQL) =>
  sql`((select count(*) from withdrawal_lines l where l.withdrawal_id = ${w}.id) = 0)`

/** One that names no line: nobody said what it is about. */
const isRemarkAlone = (w: SQL) =>
  sql`(cardinality(${w}.item_ids) = 0 and (${w}.remark is not null or ${w}.remark_encrypted is not null))`

/** Units of the order line `i` that a withdrawal takes back: those that were accepted, or all it covers when it was answered as a whole. */
const acceptedUnits = (w: SQL) => sql`(
  select case
    when l.accepted then coalesce(l.quantity, covered.units)
    when l.accepted is null and ${w}.accepted and not i.is_digital and ${isAnsweredWhole(w)} and not ${isRemarkAlone(w)} then covered.units
    else 0 end
  from (
    select case when cardinality(${w}.item_ids) = 0 then i.quantity
      else coalesce(${w}.quantities[array_position(${w}.item_ids, i.id)], case when i.id = any(${w}.item_ids) then i.quantity else 0 end)
      end as units
  ) covered left join withdrawal_lines l on l.withdrawal_id = ${w}.id and l.item_id = i.id
)`

const asked = sql`"withdrawals"`
const isUpToAsked = sql`w.order_id = ${asked}.order_id and (w.received_at, w.id) <= (${asked}.received_at, ${asked}.id)`

/** The lines of its order, each with the units that it and earlier withdrawals took back. */
const linesTakenBack = sql`(
  select i.quantity, i.refunded_quantity, i.is_digital, o.shipping_cost, ${acceptedUnits(asked)} as own,
    i.quantity::bigint * i.price_per_item - i.discount - i.vat_returned as paid,
    least(i.quantity, (select sum(${acceptedUnits(sql`w`)}) from withdrawals w where ${isUpToAsked})) as units
  from order_items i join orders o on o.id = i.order_id where i.order_id = ${asked}.order_id
)`

/**
 * What those withdrawals owe of units that are not refunded, as `paidForUnits` counts them, with the shipping when all goods go back: once
 * that is covered by refunds which name no line, such as one in the provider's dashboard, they are settled.
 */
const isOwedMoreThanRefunded = sql`(
  select bool_or(line.own > 0 and line.paid > 0 and line.refunded_quantity < line.units)
    and coalesce(sum(greatest(0, line.paid * line.units / line.quantity - line.paid * line.refunded_quantity / line.quantity)), 0)
      + case when bool_and(line.is_digital or line.units = line.quantity) then max(line.shipping_cost) else 0 end
      > (
        select coalesce(sum(r.amount_cents - r.voucher_cents), 0) from payments p join refunds r on r.payment_id = p.id
        where p.subject_id = ${asked}.order_id and r.class_cents is null
          and r.created_at >= (select min(w.received_at) from withdrawals w where ${isUpToAsked})
      )
  from ${linesTakenBack} line
)`

/** Of one that names no line, any refund since then settles it. */
const isNothingRefunded = sql`not exists (
  select from payments p join refunds r on r.payment_id = p.id
  where p.subject_id = ${asked}.order_id and r.created_at >= ${asked}.received_at
)`

/**
 * Whether money of a withdrawal that was accepted is still owed, in a statement about `withdrawals`. It is until the units of each
 * accepted line that was paid for are refunded, those of earlier withdrawals first, or as much was. The sums are scalars, which PostgreSQL
 * asks of each accepted withdrawal by an index: as a join it would read all payments and refunds.
 */
export const isRefundDue = sql<boolean>`(${asked}.accepted
  and (
    select bool_or(
      p.status = 'PAID' and p.amount_cents > coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.id), 0)
        + coalesce((select sum(c.amount_cents) from charge_backs c where c.payment_id = p.id), 0)
    ) from payments p where p.subject_id = ${asked}.order_id
  )
  and case when ${isAnsweredWhole(asked)} and ${isRemarkAlone(asked)} then ${isNothingRefunded} else ${isOwedMoreThanRefunded} end)`

/** Those of these withdrawals of which money is still owed. */
export async function findRefundsDue(
  db: Db,
  rows: Pick<typeof withdrawals.$inferSelect, 'id' | 'accepted'>[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ id, accepted }) => (accepted === true ? [id] : []))
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(inArray(withdrawals.id, ids), isRefundDue))
  return new Set(found.map(({ id }) => id))
}
