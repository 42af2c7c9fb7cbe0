import { sql, type SQL } from 'drizzle-orm'
import { creditAccounts, creditEntries } from '../../money/credit/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import type { Db } from '../../platform/db.ts'
import { queryRows } from '../../platform/sql.ts'
import type { ReportTable } from './contract.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

interface Owed {
  kind: 'BOUGHT_MINUTES' | 'OTHER_MINUTES' | 'GIFT_CARD' | 'STORE_CREDIT'
  holders: number
  /** Null for money. */
  minutes: number | null
  cents: number
}

const kindNames: Record<Owed['kind'], string> = {
  BOUGHT_MINUTES: 'Gekochte minuten, niet gespeeld',
  OTHER_MINUTES: 'Gekregen minuten, niet gespeeld',
  GIFT_CARD: 'Cadeaubonnen',
  STORE_CREDIT: 'Tegoed van klanten',
}

const columns: ReportColumn<Owed>[] = [
  { name: 'Wat', kind: 'text', cell: ({ kind }) => kindNames[kind] },
  { name: 'Klanten of bonnen', kind: 'count', cell: ({ holders }) => holders },
  { name: 'Minuten', kind: 'count', cell: ({ minutes }) => minutes },
  { name: 'Bedrag', kind: 'cents', cell: ({ cents }) => cents, isSummed: true },
]

/**
 * What the shop still owed at a moment: minutes that were paid and not spent, at what was paid for them, gift cards and store credit. Minutes
 * that went back are of their own purchase or order; what was played is taken from the oldest. From the ledgers, which only grow.
 */
export async function readOwed(db: Db, at: SQL): Promise<ReportTable> {
  const owed = await queryRows<Owed>(
    db,
    sql`
    with entries as (select * from ${minuteEntries} where created_at < ${at}),
    returned as (
      select coalesce(purchase_id, order_id) as source, sum(minutes) as minutes, sum(value_cents) as cents from entries
      where kind in ('REFUND', 'CHARGEBACK', 'GIFT_RETURN', 'VAT_RETURN') group by 1
    ), used as (
      select user_id, -sum(minutes) as minutes from entries
      where minutes < 0 and kind not in ('REFUND', 'CHARGEBACK', 'GIFT_RETURN') group by 1
    ), added as (
      select e.user_id, e.minutes, e.value_cents + coalesce(r.cents, 0) as value_cents, e.minutes + coalesce(r.minutes, 0) as kept,
        sum(e.minutes + coalesce(r.minutes, 0)) over (partition by e.user_id order by e.created_at, e.id) as through
      from entries e left join returned r on r.source = coalesce(e.purchase_id, e.order_id) where e.minutes > 0
    ), remaining as (
      select a.user_id, a.minutes, a.value_cents,
        greatest(0, least(a.kept, a.through - coalesce(u.minutes, 0))) as left_over
      from added a left join used u on u.user_id = a.user_id
    ), credit as (
      select a.kind, a.id, sum(e.cents) as cents from ${creditAccounts} a join ${creditEntries} e on e.account_id = a.id
      where e.created_at < ${at} group by a.kind, a.id having sum(e.cents) > 0
    )
    select case when value_cents > 0 then 'BOUGHT_MINUTES' else 'OTHER_MINUTES' end as kind, 1 as place,
      count(distinct user_id)::int as holders, sum(left_over)::int as minutes,
      sum(round(value_cents::numeric * left_over / minutes))::int as cents
    from remaining where left_over > 0 group by 1
    union all select kind, 2, count(*)::int, null, sum(cents)::int from credit group by kind
    order by place, kind`,
  )
  return buildTable(columns, owed)
}
