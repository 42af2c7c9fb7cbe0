import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { sqlTimestamp } from '../../platform/sql.ts'
import { creditAccounts, creditEntries } from './table.ts'

/**
 * Takes what is left off the cards that expired, in one statement; a card that is being spent is left to the next run. One that nobody
 * got yet is valid from its mail.
 */
export async function expireGiftCards(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with due as materialized (
      select a.id, a.balance_cents from ${creditAccounts} a
      where a.kind = 'GIFT_CARD' and a.balance_cents > 0 and a.delivered_at is not null and a.expires_at <= ${sqlTimestamp(now)}
      order by a.id for no key update skip locked
    ), booked as (
      insert into ${creditEntries} (id, account_id, cents, kind)
      select gen_random_uuid(), id, -balance_cents, 'EXPIRE' from due
    )
    update ${creditAccounts} a set balance_cents = 0 from due where a.id = due.id`)
}
