import { sql, type SQL } from 'drizzle-orm'
import { creditEntries } from '../../money/credit/table.ts'
import { earningEntries } from '../../money/earnings/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { minuteAllocations, minuteDebts, minuteEntries, minuteLots } from '../../money/minutes/table.ts'
import { chargebackReversals, chargebacks, payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRow } from '../../platform/db/sql.ts'
import type { BookSums } from './books.rules.ts'

/** The sums of the book-keeper's equation before a moment. A refund counts when it is decided; the report of payments says which ones failed. */
export const readBooks = (db: Db, at: SQL): Promise<BookSums> => {
  const sum = (cents: SQL, rows: SQL, time = sql`created_at`) =>
    sql`(select coalesce(sum(${cents}), 0) from ${rows} where ${time} < ${at})::float8`
  const isCredit = sql`p.provider in ('gift_card', 'store_credit')`
  const came = sql`(p.status = 'PAID' or (p.status = 'AUTHORIZED' and ${isCredit}))`
  const billed = sql`exists (select from ${invoices} i where i.subject_id = p.subject_id and i.issued_at < ${at})`
  const noted = sql`(${billed} and (not r.credits or exists (
    select from ${invoices} i where i.refund_id in (r.id, r.request_id) and i.issued_at < ${at})))`
  const vat = sql`(select coalesce(sum((g ->> 'vatCents')::int), 0) from jsonb_array_elements(content #> '{vat,groups}') g)`
  const gross = sql`(select coalesce(sum((g ->> 'grossCents')::int), 0) from jsonb_array_elements(content #> '{vat,groups}') g)`
  const refunded = sql`${refunds} r join ${payments} p on p.id = r.payment_id`
  return queryRow<BookSums>(
    db,
    sql`select ${sum(sql`amount_cents`, sql`${payments} p`, sql`not ${isCredit} and status = 'PAID' and settled_at`)} as paid,
    ${sum(sql`r.amount_cents`, refunded, sql`r.destination = 'PAYMENT' and r.created_at`)} as refunded,
    ${sum(sql`amount_cents`, sql`${chargebacks}`)} - ${sum(sql`amount_cents`, sql`${chargebackReversals}`)} as "chargedBack",
    ${sum(vat, sql`${invoices}`, sql`issued_at`)} as vat,
    ${sum(sql`${gross} - ${vat}`, sql`${invoices}`, sql`issued_at`)} as sold,
    ${sum(sql`cents`, sql`${earningEntries}`)} as "earningsOwed",
    -${sum(sql`cents`, sql`${earningEntries}`, sql`type in ('PAID_OUT', 'RETURNED') and created_at`)} as "paidOut",
    ${sum(
      sql`round((l.value_cents - l.vat_cents)::numeric * (l.minutes - (
        select coalesce(sum(a.minutes), 0) from ${minuteAllocations} a join ${minuteEntries} e on e.id = a.entry_id
        where a.lot_id = l.id and e.created_at < ${at})) / l.minutes)`,
      sql`${minuteLots} l`,
      sql`l.added_at`,
    )} as unplayed,
    ${sum(sql`cents`, sql`${creditEntries}`)} as credit,
    ${sum(
      sql`e.cents`,
      sql`${creditEntries} e join credit_accounts c on c.id = e.account_id left join order_items o on o.id = c.order_item_id`,
      sql`(e.kind in ('GRANT', 'ADJUST', 'EXPIRE') or (e.kind in ('ISSUE', 'CANCEL') and coalesce(o.price_per_item, 0) = 0)) and e.created_at`,
    )} as "givenCredit",
    ${sum(sql`amount_cents`, sql`${payments} p`, sql`${came} and not ${billed} and coalesce(settled_at, created_at)`)}
      - ${sum(sql`r.amount_cents`, refunded, sql`not ${noted} and r.created_at`)} as unallocated,
    ${sum(sql`fee_cents`, sql`${payments}`, sql`status = 'PAID' and settled_at`)} as fees,
    ${sum(sql`amount_cents`, sql`${minuteDebts}`, sql`(settled_at is null or settled_at >= ${at}) and created_at`)} as debts`,
  )
}
