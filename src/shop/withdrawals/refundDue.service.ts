import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { withdrawals } from './table.ts'

/** A withdrawal `w` that was answered as a whole, without decisions about its lines. */
const isAnsweredWhole = (w: SQL) =>
  sql`((select count(*) from withdrawal_lines l where l.withdrawal_id = ${w}.id) = 0)`

/** Units of the order line `i` that a withdrawal takes back: those that were accepted, or all it covers when it was answered as a whole, also with a remark alone. */
const acceptedUnits = (w: SQL) => sql`(
  select case
    when l.accepted then l.quantity
    when l.accepted is null and ${w}.accepted and not i.is_digital and ${isAnsweredWhole(w)} then covered.units
    else 0 end
  from (
    select case when cardinality(${w}.item_ids) = 0 then i.quantity
      else coalesce(${w}.quantities[array_position(${w}.item_ids, i.id)], 0)
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

/** The price that was paid for so many units of a line, as `paidForUnits` counts it. */
const paidFor = (units: SQL) => sql`line.paid * ${units} / line.quantity`

/** All lines together: the open price of the units taken back, the refunded amounts of them and of all units, and whether all goods go back. */
const sumsOfLines = sql`(
  select bool_or(line.own > 0 and line.paid > 0) as is_own,
    coalesce(sum(greatest(0, ${paidFor(sql`line.units`)} - ${paidFor(sql`line.refunded_quantity`)})), 0) as open,
    coalesce(sum(${paidFor(sql`least(line.units, line.refunded_quantity)`)}), 0) as refunded_of_units,
    coalesce(sum(${paidFor(sql`line.refunded_quantity`)}), 0) as refunded,
    case when bool_and(line.is_digital or line.units = line.quantity) then max(line.shipping_cost) else 0 end as shipping
  from ${linesTakenBack} line
)`

/** Cents of the order's refunds that name lines, and of those that name none, before the withdrawals and since. */
const sumsOfRefunds = sql`(
  select coalesce(sum(named), 0) as named,
    coalesce(sum(amount_cents - named) filter (where not is_since), 0) as before,
    coalesce(sum(amount_cents - named) filter (where is_since), 0) as since
  from (
    select r.amount_cents, case when r.class_cents is null then r.voucher_cents else r.amount_cents end as named,
      r.created_at >= (select min(w.received_at) from withdrawals w where ${isUpToAsked}) as is_since
    from payments p join refunds r on r.payment_id = p.id where p.subject_id = ${asked}.order_id
  ) each
)`

/**
 * Whether refunds cover less than those withdrawals owe: the price of their units, and the shipping when all goods go back, without amounts
 * that counted as shipping before (`shippingOfLines`). Of units that were refunded for less than their price, the difference is owed.
 * Refunds that name no line count too, such as one in the provider's dashboard.
 */
const isOwedMoreThanRefunded = sql`(
  select lines.is_own and lines.open + least(
      lines.refunded_of_units + due.shipping, greatest(0, lines.refunded + due.shipping - money.named)
    ) > money.since
  from ${sumsOfLines} lines, ${sumsOfRefunds} money, lateral (
    select greatest(0, lines.shipping - money.before) as shipping
  ) due
)`

/**
 * Whether money of a withdrawal that was accepted is still owed, in a statement about `withdrawals`. It is until the price of its units is
 * refunded, that of earlier withdrawals first. The sums are scalars, which PostgreSQL asks of each accepted withdrawal by an index: as a
 * join it would read all payments and refunds.
 */
export const isRefundDue = sql<boolean>`(${asked}.accepted
  and (
    select bool_or(
      p.status = 'PAID' and p.amount_cents > coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.id), 0)
        + coalesce((select sum(c.amount_cents) from chargebacks c where c.payment_id = p.id), 0)
    ) from payments p where p.subject_id = ${asked}.order_id
  )
  and ${isOwedMoreThanRefunded})`

/** The ones of these withdrawals of which money is still owed. */
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
