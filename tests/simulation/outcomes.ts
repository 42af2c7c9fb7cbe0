import type { SimulationDatabase } from './database.ts'
import type { Tally } from './tally.ts'

/** The outcomes of an episode that no call reports by itself. */
const outcomes = `
  select 'use of ' || p.kind || case when p.code is null then ' without a code' else '' end as label,
    u.state || case when u.is_beyond_limit then ' beyond the limit' else '' end as outcome, count(*)::int as times
  from promotion_uses u join promotions p on p.id = u.promotion_id group by 1, 2
  union all
  select 'gift card that was bought', case when a.delivered_at is null then 'not mailed'
    when a.deliver_on > (a.created_at at time zone 'Europe/Brussels')::date then 'mailed on its day' else 'mailed at once' end, count(*)::int
  from credit_accounts a where a.order_item_id is not null group by 1, 2
  union all
  select 'gift card that was bought', e.kind, count(*)::int
  from credit_entries e join credit_accounts a on a.id = e.account_id
  where a.order_item_id is not null and e.kind <> 'ISSUE' group by 1, 2
  union all
  select 'minutes with an order', e.kind, count(*)::int from minute_entries e where e.order_id is not null group by 1, 2
  union all
  select 'order of a guest', case when paid_at is null then 'unpaid, ' else 'paid, ' end || o.status, count(*)::int
  from orders o join users u on u.id = o.user_id where u.role = 'GUEST' group by 1, 2
  union all
  select 'orders of a guest', 'claimed', count(*)::int from notifications where kind = 'ORDERS_CLAIMED' having count(*) > 0`

export async function countOutcomes({ observer }: SimulationDatabase, tally: Tally): Promise<void> {
  const { rows } = await observer.query<{ label: string; outcome: string; times: number }>(outcomes)
  for (const { label, outcome, times } of rows) tally.count(label, outcome, times)
}
