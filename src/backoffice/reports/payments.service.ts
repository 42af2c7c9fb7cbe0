import { sql, type SQL } from 'drizzle-orm'
import { giftPurchases } from '../../live/gifts/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { chargeBacks, payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db.ts'
import { queryRows, sqlDay } from '../../platform/sql.ts'
import { orders } from '../../shop/orders/table.ts'
import type { ReportTable } from './contract.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

interface MoneyMovement {
  day: string
  kind: 'PAYMENT' | 'REFUND' | 'CHARGEBACK'
  subject: string
  provider: string
  providerId: string | null
  /** Signed: below 0 when it went back. */
  cents: number
}

const kindNames = { PAYMENT: 'Betaling', REFUND: 'Terugbetaling', CHARGEBACK: 'Terugboeking' }

const providerNames: Record<string, string> = {
  mollie: 'Mollie',
  manual: 'Met de hand',
  [GIFT_CARD_PROVIDER]: 'Cadeaubon',
  [STORE_CREDIT_PROVIDER]: 'Tegoed',
}

const columns: ReportColumn<MoneyMovement>[] = [
  { name: 'Dag', kind: 'day', cell: ({ day }) => day },
  { name: 'Soort', kind: 'text', cell: ({ kind }) => kindNames[kind] },
  { name: 'Waarvan', kind: 'text', cell: ({ subject }) => subject },
  { name: 'Langs', kind: 'text', cell: ({ provider }) => providerNames[provider] ?? provider },
  { name: 'Kenmerk', kind: 'text', cell: ({ providerId }) => providerId },
  { name: 'Bedrag', kind: 'cents', cell: ({ cents }) => cents, isSummed: true },
]

/**
 * What was paid in a period, and what of all payments went back in it. A refund counts on the day on which it was decided; a failed one
 * does not, unless it was paid by hand.
 */
export async function readPayments(db: Db, startsAt: SQL, endsAt: SQL): Promise<ReportTable> {
  const within = (time: SQL) => sql`${time} >= ${startsAt} and ${time} < ${endsAt}`
  const movements = await queryRows<MoneyMovement>(
    db,
    sql`
    with moved as (
      select p.settled_at as at, 'PAYMENT' as kind, p.id, p.provider_id, p.amount_cents as cents
      from ${payments} p where p.status = 'PAID' and ${within(sql`p.settled_at`)}
      union all select r.created_at, 'REFUND', r.payment_id, r.provider_id, -r.amount_cents
      from ${refunds} r where ${within(sql`r.created_at`)} and (r.failed_at is null or r.by_hand_at is not null)
      union all select c.created_at, 'CHARGEBACK', c.payment_id, null, -c.amount_cents
      from ${chargeBacks} c where ${within(sql`c.created_at`)}
    )
    select to_char(${sqlDay(sql`moved.at`)}, 'YYYY-MM-DD') as day, moved.kind, moved.cents, p.provider,
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
  return buildTable(columns, movements)
}
