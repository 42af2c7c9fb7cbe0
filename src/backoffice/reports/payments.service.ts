import { sql, type SQL } from 'drizzle-orm'
import { giftPurchases } from '../../live/gifts/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { MANUAL_PROVIDER } from '../../money/payments/service.ts'
import {
  chargebackReversals,
  chargebacks,
  payments,
  refundFailures,
  refunds,
} from '../../money/payments/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRows, sqlDay } from '../../platform/db/sql.ts'
import { orders } from '../../shop/orders/table.ts'
import { findComparisons, findProviders } from './comparison.service.ts'
import type { ReportTable } from './contract.ts'
import { buildPayments, type MoneyMovement } from './payments.rules.ts'
import { buildSettlements } from './settlements.rules.ts'

const refundProvider = sql`case when r.destination = 'CREDIT' then ${STORE_CREDIT_PROVIDER}
  when r.by_hand_at is not null then ${MANUAL_PROVIDER} end`

/** Whether a refund lies as failed at a moment. */
const isFailedAt = (refundId: SQL, at: SQL) => sql`exists (
  select from ${refundFailures} f where f.refund_id = ${refundId} and f.failed_at < ${at} and (f.ended_at is null or f.ended_at >= ${at})
)`

export type PeriodBounds = Record<'startsAt' | 'endsAt', SQL>

/** The payments of a quarter and the money that went back in it, beside the provider's records. */
export async function readPayments(db: Db, quarter: string, bounds: PeriodBounds): Promise<ReportTable> {
  return buildPayments(await findMovements(db, bounds), await findComparisons(db, quarter))
}

/**
 * The payments in a period, and the money that went back in it, of all payments, so that periods add up to the whole:
 * - a refund on the day on which it was decided, unless it is failed at the end of the period;
 * - a refund of an earlier period that fails in this one: added back on the day on which it failed;
 * - a failure that ends, by hand or because it is sent again: deducted on the day on which it ended;
 * - a chargeback that the bank reverses: on the day on which we recorded it.
 */
export function findMovements(db: Db, { startsAt, endsAt }: PeriodBounds): Promise<MoneyMovement[]> {
  const within = (time: SQL) => sql`${time} >= ${startsAt} and ${time} < ${endsAt}`
  return queryRows<MoneyMovement>(
    db,
    sql`
    with moved as (
      select p.settled_at as at, 'PAYMENT' as kind, p.id, p.id as own_id, p.provider, p.provider_id, p.amount_cents as cents
      from ${payments} p where p.status = 'PAID' and ${within(sql`p.settled_at`)}
      union all select r.created_at, 'REFUND', r.payment_id, r.id, ${refundProvider}, r.provider_id, -r.amount_cents
      from ${refunds} r where ${within(sql`r.created_at`)} and not ${isFailedAt(sql`r.id`, endsAt)}
      union all select max(f.failed_at), 'REFUND_FAILED', r.payment_id, r.id,
        case when r.destination = 'CREDIT' then ${STORE_CREDIT_PROVIDER} end, r.provider_id, r.amount_cents
      from ${refundFailures} f join ${refunds} r on r.id = f.refund_id
      where ${within(sql`f.failed_at`)} and r.created_at < ${startsAt}
        and ${isFailedAt(sql`r.id`, endsAt)} and not ${isFailedAt(sql`r.id`, startsAt)} group by r.id
      union all select max(f.ended_at), 'REFUND_AGAIN', r.payment_id, r.id, ${refundProvider}, r.provider_id, -r.amount_cents
      from ${refundFailures} f join ${refunds} r on r.id = f.refund_id
      where ${within(sql`f.ended_at`)} and r.created_at < ${startsAt}
        and ${isFailedAt(sql`r.id`, startsAt)} and not ${isFailedAt(sql`r.id`, endsAt)} group by r.id
      union all select c.created_at, 'CHARGEBACK', c.payment_id, c.payment_id, null, null, -c.amount_cents
      from ${chargebacks} c where ${within(sql`c.created_at`)}
      union all select v.created_at, 'CHARGEBACK_REVERSED', v.payment_id, v.id, null, v.provider_id, v.amount_cents
      from ${chargebackReversals} v where ${within(sql`v.created_at`)}
    )
    select to_char(${sqlDay(sql`moved.at`)}, 'YYYY-MM-DD') as day, moved.at::text, moved.kind, moved.own_id as "ownId", moved.cents,
      coalesce(moved.provider, p.provider) as provider,
      coalesce(moved.provider_id, p.provider_id) as "providerId",
      case when o.number is not null then 'Bestelling ' || o.number
        when m.id is not null then 'Minuten: ' || m.package_name
        when g.id is not null then 'Cadeau op een wensenlijst' else p.kind end as subject
    from moved join ${payments} p on p.id = moved.id
      left join ${orders} o on o.id = p.subject_id
      left join ${minutePurchases} m on m.id = p.subject_id
      left join ${giftPurchases} g on g.id = p.subject_id
    order by moved.at, moved.id, moved.kind`,
  )
}

/** The payouts of providers in a quarter, as they were when the payments were last compared. */
export async function readSettlements(db: Db, quarter: string): Promise<ReportTable> {
  const found = await findComparisons(db, quarter)
  const providers = await findProviders(db, quarter)
  return buildSettlements(providers.map(texts => ({ texts, settled: found[texts.id]?.settlements })))
}
