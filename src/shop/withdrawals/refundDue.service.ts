import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { withdrawals } from './table.ts'

/** Answered as a whole, without decisions about its lines. */
const isAnsweredWhole = sql`((select count(*) from withdrawal_lines l where l.withdrawal_id = "withdrawals"."id") = 0)`

/**
 * Whether money of a withdrawal that was accepted is still owed, in a statement about `withdrawals`. It is until the units of each
 * accepted line that was paid for are refunded, those of earlier withdrawals first; of one that was answered as a whole, until
 * anything of its order is, because nobody said which lines it is about. A refund since then that names no line, such as one in the
 * provider's dashboard, settles it too: what it is for is not known. The sums are scalars, which PostgreSQL asks of each accepted
 * withdrawal by an index: as a join it would read all payments and refunds. A line that is refunded wholly asks for none.
 */
export const isRefundDue = sql<boolean>`("withdrawals"."accepted"
  and (
    exists (
      select from withdrawal_lines l join order_items i on i.id = l.item_id
      where l.withdrawal_id = "withdrawals"."id" and l.accepted
        and i.quantity * i.price_per_item > i.discount + i.vat_returned
        and i.refunded_quantity < i.quantity and i.refunded_quantity < least(i.quantity, (
          select sum(coalesce(o.quantity, i.quantity))
          from withdrawals w join withdrawal_lines o on o.withdrawal_id = w.id and o.item_id = i.id and o.accepted
          where w.order_id = "withdrawals"."order_id"
            and (w.received_at, w.id) <= ("withdrawals"."received_at", "withdrawals"."id")
        ))
    )
    or ${isAnsweredWhole}
  )
  and (
    select bool_or(
      p.status = 'PAID' and p.amount_cents > coalesce((select sum(r.amount_cents) from refunds r where r.payment_id = p.id), 0)
        + coalesce((select sum(c.amount_cents) from charge_backs c where c.payment_id = p.id), 0)
    ) from payments p where p.subject_id = "withdrawals"."order_id"
  )
  and (
    select bool_or(r.class_cents is null or ${isAnsweredWhole}) is not true
    from payments p join refunds r on r.payment_id = p.id
    where p.subject_id = "withdrawals"."order_id" and r.created_at >= "withdrawals"."received_at"
  ))`

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
