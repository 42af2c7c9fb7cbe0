import { sql, type SQL } from 'drizzle-orm'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { toys } from '../../live/toys/table.ts'
import { earningLedger } from '../../money/earnings/service.ts'
import { earningAccounts, earningEntries } from '../../money/earnings/table.ts'
import { unbalancedAccounts } from '../../money/ledger/service.ts'
import { payouts } from '../../money/payouts/table.ts'
import { minuteAllocations, minuteEntries } from '../../money/minutes/table.ts'
import type { ReconciliationCheck } from './contract.ts'

/** The checks of creators' earnings; their subject is the creator. */
export const earningChecks: Record<Extract<ReconciliationCheck, `earnings.${string}`>, SQL> = {
  'earnings.balance': unbalancedAccounts(earningLedger),

  // Each entry has the hash of itself and the one before, and the account that of the last one.
  'earnings.chain': sql`
    with chained as (
      select e.creator_id, e.sequence, e.hash is distinct from hash_earning_entry(coalesce(lag(e.hash) over in_order, ''), e)
        or e.sequence <> row_number() over in_order as is_broken
      from ${earningEntries} e window in_order as (partition by e.creator_id order by e.sequence)
    )
    select creator_id::text as subject, 'entry ' || min(sequence) as detail from chained where is_broken group by creator_id
    union all
    select a.id::text, 'head ' || a.sequence from ${earningAccounts} a
      left join ${earningEntries} e on e.creator_id = a.id and e.sequence = a.sequence
    where a.head is distinct from coalesce(e.hash, '')
      or a.sequence <> (select count(*) from ${earningEntries} all_of where all_of.creator_id = a.id)`,

  // The minutes that someone played on a toy of another have an entry of their price.
  'earnings.minutes': sql`
    select t.owner_id::text as subject, 'session ' || c.id || ', price ' || sum(a.value_cents) || ', booked '
      || coalesce(sum(e.gross_cents), 0) as detail
    from ${minuteEntries} s join ${minuteAllocations} a on a.entry_id = s.id
      join ${toyControlSessions} c on c.id = s.control_session_id join ${toys} t on t.id = c.toy_device_id
      left join ${earningEntries} e on e.minute_entry_id = a.entry_id and e.lot_id = a.lot_id and e.type = 'EARNED'
    where s.kind = 'SPEND' and t.owner_id <> s.user_id
    group by t.owner_id, c.id
    having bool_or(e.gross_cents is distinct from a.value_cents or e.session_id is distinct from c.id or e.minutes is distinct from a.minutes)`,

  // A payout has an entry of its amount, one that came back a second one, and no such entry is without a payout.
  'earnings.payouts': sql`
    with booked as (
      select payout_id, creator_id, -sum(cents) filter (where type = 'PAID_OUT') as paid, sum(cents) filter (where type = 'RETURNED') as returned
      from ${earningEntries} where payout_id is not null group by payout_id, creator_id
    )
    select coalesce(p.creator_id, booked.creator_id)::text as subject,
      'payout ' || coalesce(p.id, booked.payout_id) || ', ' || coalesce(p.cents, 0) || ', booked ' || coalesce(paid, 0) as detail
    from ${payouts} p full join booked on booked.payout_id = p.id
    where p.cents is distinct from paid or p.creator_id is distinct from booked.creator_id
      or returned is distinct from case when p.state = 'RETURNED' then p.cents end`,
}
