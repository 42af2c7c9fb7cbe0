import { sql, type SQL } from 'drizzle-orm'
import { creditLedger } from '../../money/credit/ledger.service.ts'
import { creditAccounts } from '../../money/credit/table.ts'
import { balancesAt } from '../../money/ledger/service.ts'
import { minuteAllocations, minuteEntries } from '../../money/minutes/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
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
 * The liabilities of the shop at a moment: minutes that were paid and not spent, at their price, gift cards and store credit.
 * Read from the ledgers and the allocations of minutes, which only grow: minutes that are given back change a quarter that is closed no more than
 * playing them did.
 */
export async function readOwed(db: Db, at: SQL): Promise<ReportTable> {
  const owed = await queryRows<Owed>(
    db,
    sql`
    with remaining as (
      select added.user_id, added.minutes, added.value_cents + coalesce(vat.cents, 0) as value_cents,
        added.minutes - coalesce(used.minutes, 0) as left_over
      from ${minuteEntries} added
        cross join lateral (
          select sum(a.minutes) as minutes from ${minuteAllocations} a join ${minuteEntries} e on e.id = a.entry_id
          where a.lot_id = added.id and e.created_at < ${at}
        ) used
        left join lateral (
          select e.value_cents as cents from ${minuteEntries} e
          where e.purchase_id = added.purchase_id and e.kind = 'VAT_RETURN' and e.created_at < ${at}
        ) vat on true
      where added.minutes > 0 and added.kind <> 'SESSION_RETURN' and added.created_at < ${at}
    ), credit as (
      select a.kind, balances.balance as cents from (${balancesAt(creditLedger, at)}) balances
        join ${creditAccounts} a on a.id = balances.account where balances.balance > 0
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
