import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import { payments } from '../payments/table.ts'
import { endOfGuestCard } from './giftCards/day.rules.ts'
import { isCreditPaymentSql } from './spend.service.ts'
import { creditAccounts, creditEntries } from './table.ts'

/** Why store credit has it, as its owner reads it. */
const REASON_START = 'Van cadeaubon …'
const REASON_END = ', die intussen verlopen of geblokkeerd is'

/**
 * Gives back the payments by cards and store credit of a purchase that is closed unpaid; does nothing when it is paid, or was given back
 * before. The payment of a card that expired or was blocked meanwhile goes to the buyer's store credit, as a refund does. A guest has none
 * to spend: it goes to the card, and one that expired lasts again.
 *
 * Its payments are locked first, then the accounts in id order. Store credit that is made by it is new, or waits for another transaction
 * that makes it: those have locked all other accounts that they need.
 */
export async function releaseCredit(tx: Tx, purchases: PgTable, subjectId: string, now: Date): Promise<void> {
  const time = sqlTimestamp(now)
  await tx.execute(sql`
    with cancelled as materialized (
      update ${payments} set status = 'CANCELLED', settled_at = now()
      where subject_id = ${subjectId}::uuid and status = 'AUTHORIZED' and ${isCreditPaymentSql}
      returning id, user_id, amount_cents
    ), spent as materialized (
      select e.account_id, c.id as payment_id, c.amount_cents, c.user_id, buyer.role <> 'GUEST' as has_credit
      from cancelled c join ${creditEntries} e on e.payment_id = c.id and e.kind = 'SPEND'
        join ${users} buyer on buyer.id = c.user_id
    ), locked as materialized (
      select a.id, a.user_id, a.last_four, coalesce(a.expires_at <= ${time}, false) as is_expired,
        a.blocked_at is not null as is_blocked
      from ${creditAccounts} a
      where a.id in (
        select account_id from spent
        union select own.id from ${creditAccounts} own
        where own.kind = 'STORE_CREDIT' and own.user_id in (select user_id from spent where has_credit)
      )
      order by a.id for no key update
    ), targets as materialized (
      select s.payment_id, s.amount_cents, s.user_id, l.last_four, is_moved,
        case when is_moved then own.id else l.id end as account_id
      from spent s join locked l on l.id = s.account_id
        cross join lateral (select s.has_credit and (l.is_expired or l.is_blocked) as is_moved) moved
        left join locked own on own.user_id = s.user_id
    ), made as (
      insert into ${creditAccounts} as own (id, kind, user_id)
      select gen_random_uuid(), 'STORE_CREDIT', user_id from targets where account_id is null group by user_id
      on conflict (user_id) where kind = 'STORE_CREDIT' do update set kind = own.kind
      returning id, user_id
    ), booked as (
      insert into ${creditEntries} (id, account_id, cents, kind, payment_id, reason)
      select gen_random_uuid(), coalesce(t.account_id, made.id), t.amount_cents, 'RELEASE', t.payment_id,
        case when is_moved then ${REASON_START}::text || t.last_four || ${REASON_END}::text end
      from targets t left join made on made.user_id = t.user_id
    ), noted as (
      update ${purchases} set credit_cents = 0 where id = ${subjectId}::uuid and exists (select from cancelled)
    )
    update ${creditAccounts} set expires_at = ${sqlTimestamp(endOfGuestCard(now))}
    where id in (select locked.id from locked join targets on targets.account_id = locked.id where locked.is_expired)`)
}
