import { sql, type SQL } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { queryRow } from '../../platform/db/sql.ts'
import type { Tx } from '../../platform/db/db.ts'
import { MANUAL_PROVIDER } from '../payments/service.ts'
import { payments } from '../payments/table.ts'
import { isCreditPaymentSql } from './spend.service.ts'
import { creditAccounts, creditEntries } from './table.ts'

/**
 * From when a payment is final, in terms of the table of payments under its own name: one that an admin took in at once, and one of which no
 * method is known as late as by card.
 */
const finalAt = (finalDays: Record<string, number>): SQL =>
  sql`case provider when ${MANUAL_PROVIDER} then settled_at
    else settled_at + (${JSON.stringify(finalDays)}::jsonb ->> coalesce(method, 'CARD'))::int * interval '24 hours' end`

/**
 * From when no bank takes back the money of a purchase that is paid, and the fees of its payments in cents. The part by a gift card is final
 * with the payments of the order with which the card was bought; a card that the shop gave, and store credit, are final at once.
 * @param paidAt when the purchase was paid, before which nothing of it is final
 */
export async function findFinality(
  tx: Tx,
  { settings }: Pick<Platform, 'settings'>,
  subjectId: string,
  paidAt: Date,
): Promise<{ finalAt: Date; feeCents: number }> {
  // Orders are named in text, because they import this slice.
  const found = await queryRow<{ finalAt: Date | string | null; feeCents: number }>(
    tx,
    sql`
    with own as (
      select * from ${payments} where subject_id = ${subjectId}::uuid and status = 'PAID'
    ), of_cards as (
      select paid.* from own join ${creditEntries} e on e.payment_id = own.id and e.kind = 'SPEND'
        join ${creditAccounts} a on a.id = e.account_id
        join order_items i on i.id = a.order_item_id
        join ${payments} paid on paid.subject_id = i.order_id and paid.status = 'PAID'
    ), from_banks as (
      select * from own where not ${isCreditPaymentSql}
      union select * from of_cards where not ${isCreditPaymentSql}
    )
    select (select max(${finalAt(settings.current.finalDays)}) from from_banks) as "finalAt",
      (select coalesce(sum(fee_cents), 0)::int from own) as "feeCents"`,
  )
  const last = Math.max(paidAt.getTime(), found.finalAt ? new Date(found.finalAt).getTime() : 0)
  return { finalAt: new Date(last), feeCents: found.feeCents }
}
