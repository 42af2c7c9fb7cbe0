import { sql, type SQL } from 'drizzle-orm'
import { creditLedger } from '../../money/credit/ledger.service.ts'
import { creditAccounts, creditEntries } from '../../money/credit/table.ts'
import { unbalancedAccounts } from '../../money/ledger/service.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import { orderItems, orders } from '../../shop/orders/table.ts'
import type { ReconciliationCheck } from './contract.ts'

const isCreditPayment = sql.raw(`p.provider in ('${GIFT_CARD_PROVIDER}', '${STORE_CREDIT_PROVIDER}')`)

/** The checks of gift cards and store credit. */
export const creditChecks: Record<Extract<ReconciliationCheck, `credit.${string}`>, SQL> = {
  'credit.balance': unbalancedAccounts(creditLedger),

  // The sum that was taken off is the payment, until that was given back; it is paid when its purchase is.
  'credit.payments': sql`
    with sold as (
      select id, paid_at is not null as paid, status = 'CANCELLED' as closed, credit_cents from ${orders}
      union all select id, status = 'PAID', status = 'CANCELLED', credit_cents from ${minutePurchases}
    ), came as (
      select p.subject_id as id, sum(p.amount_cents) filter (where p.status in ('AUTHORIZED', 'PAID')) as cents,
        bool_or(p.status = 'AUTHORIZED') as waits, bool_or(p.status = 'PAID') as paid
      from ${payments} p where ${isCreditPayment} group by 1
    )
    select p.id::text as subject, p.status || ' ' || p.amount_cents || ', taken ' || coalesce(-sum(e.cents), 0) as detail
    from ${payments} p left join ${creditEntries} e on e.payment_id = p.id
    where ${isCreditPayment} group by p.id
    having coalesce(-sum(e.cents), 0) is distinct from case
      when p.status in ('AUTHORIZED', 'PAID') then p.amount_cents when p.status = 'CANCELLED' then 0 end
    union all
    select came.id::text, 'credit of ' || coalesce(sold.credit_cents, 0) || ', payments ' || coalesce(came.cents, 0)
      || case when sold.paid then ', paid' when sold.closed then ', closed' else ', open' end
    from came left join sold on sold.id = came.id
    where coalesce(sold.credit_cents, 0) <> coalesce(came.cents, 0)
      or (came.waits and (sold.paid or sold.closed)) or (came.paid and not sold.paid)`,

  // The sum that went to a card or to store credit is there.
  'credit.refunds': sql`
    select coalesce(r.id, e.refund_id)::text as subject,
      'gone back ' || coalesce(r.amount_cents, 0) || ', added ' || coalesce(e.cents, 0) as detail
    from (select * from ${refunds} where destination = 'CREDIT') r
      full join (select * from ${creditEntries} where kind = 'REFUND') e on e.refund_id = r.id
    where r.amount_cents is distinct from e.cents or r.provider_id is distinct from e.id::text`,

  // A paid line has a card of its price for each piece that was not refunded.
  'credit.issued': sql`
    with cards as (
      select a.order_item_id as id, count(*) as made, bool_or(a.initial_cents <> i.price_per_item) as differs,
        count(*) filter (where not exists (
          select from ${creditEntries} e where e.account_id = a.id and e.kind = 'CANCEL'
        )) as valid
      from ${creditAccounts} a join ${orderItems} i on i.id = a.order_item_id group by 1
    ), lines as (
      select i.id, i.order_id, i.quantity - i.refunded_quantity as pieces, o.paid_at is not null as paid, o.status
      from ${orderItems} i join ${orders} o on o.id = i.order_id
      where i.gift_card is not null and i.price_per_item > 0
    )
    select lines.order_id::text as subject,
      'pieces ' || lines.pieces || ', cards ' || coalesce(cards.valid, 0) as detail
    from lines left join cards on cards.id = lines.id
    where cards.differs or coalesce(cards.valid, 0) > case when lines.paid then lines.pieces else 0 end
      or (lines.paid and lines.status <> 'CANCELLED' and coalesce(cards.made, 0) < lines.pieces)`,
}
