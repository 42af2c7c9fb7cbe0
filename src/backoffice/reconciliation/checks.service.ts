import { sql, type SQL } from 'drizzle-orm'
import { stockHolds, products, stockEntries } from '../../shop/products/catalog/table.ts'
import { giftPurchases } from '../../live/gifts/table.ts'
import { closedPeriods, invoices, invoiceSeries } from '../../money/invoices/table.ts'
import { unbalancedAccounts } from '../../money/ledger/service.ts'
import { minuteLedger } from '../../money/minutes/service.ts'
import { minuteAllocations, minuteEntries, minuteLots, minutePurchases } from '../../money/minutes/table.ts'
import { digitalCodes, digitalProducts } from '../../shop/downloads/table.ts'
import { orderItems, orders } from '../../shop/orders/table.ts'
import type { PaymentKind } from '../../money/payments/contract.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { promotions, promotionUses } from '../../shop/promotions/table.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import { mails } from '../../platform/db/table.ts'
import type { ReconciliationCheck } from './contract.ts'
import { creditChecks } from './creditChecks.service.ts'
import { earningChecks } from './earningChecks.service.ts'
import { peppolChecks } from './peppolChecks.service.ts'
import { isOfCorrection, vatChecks } from './vatChecks.service.ts'

/**
 * The checks, each a query of the rows that break it: `subject` and `detail`. Each reads everything in one statement, and
 * so from one snapshot. Jobs write invoices and mails later: `before` is the time until which they must have done so.
 */
// oxlint-disable-next-line max-lines-per-function -- a table of queries, read one by one
export const reconciliationChecks = (before: Date): Record<ReconciliationCheck, SQL> => ({
  'orders.money': moneyCheck(
    'ORDER',
    sql`select id, total_amount as price, paid_at is not null as paid from ${orders}`,
  ),
  'minutes.money': moneyCheck(
    'MINUTES',
    sql`select id, price, status = 'PAID' as paid from ${minutePurchases}`,
  ),

  'gifts.money': moneyCheck(
    'GIFT',
    sql`select id, amount as price, paid_at is not null as paid from ${giftPurchases}`,
  ),

  // The sum that went back at the provider is at most the payment, and so are refunds of ours. Together they can be more: a bank
  // may charge back an amount that was refunded to store credit. Failed refunds do not count.
  'payments.refunds': sql`
    with back as (
      select payment_id, amount_cents, destination = 'PAYMENT' as at_provider, not is_external as ours
      from ${refunds} where failed_at is null or by_hand_at is not null
      union all select payment_id, amount_cents, true, false from ${chargebacks}
    )
    select p.id::text as subject, 'paid ' || p.amount_cents || ', gone back ' || sum(back.amount_cents) as detail
    from ${payments} p join back on back.payment_id = p.id
    group by p.id having sum(back.amount_cents) filter (where back.at_provider) > p.amount_cents
      or sum(back.amount_cents) filter (where back.ours) > p.amount_cents or p.status <> 'PAID'`,

  // The parts of a chargeback add up to the provider's total.
  'payments.charged': sql`
    select payment_id::text as subject, 'charged back ' || sum(amount_cents) || ', told of ' || max(total_cents) as detail
    from ${chargebacks} group by payment_id having sum(amount_cents) <> max(total_cents)`,

  'payments.problem': sql`select id::text as subject, problem as detail from ${payments} where problem is not null`,

  ...creditChecks,
  ...earningChecks,
  ...vatChecks,
  ...peppolChecks(before),

  // The discounts of an order's promotions are those of its lines; with them, the lines, shipping and tracking add up to its total.
  'orders.discounts': sql`
    with lines as (
      select order_id, sum(quantity::bigint * price_per_item) as price, sum(discount) as discount
      from ${orderItems} group by 1
    ), given as (
      select o.id, coalesce(sum((p ->> 'amount')::int), 0) as cents
      from ${orders} o, jsonb_array_elements(o.promotions) p where p ->> 'kind' <> 'FREE_TRACKING' group by 1
    )
    select o.id::text as subject,
      'promised ' || coalesce(given.cents, 0) || ', off the lines ' || lines.discount || ', total ' || o.total_amount as detail
    from ${orders} o join lines on lines.order_id = o.id left join given on given.id = o.id
    where (o.promotions is not null or lines.discount > 0) and (
      lines.discount <> coalesce(given.cents, 0) or o.total_amount <> lines.price - lines.discount + o.tracking_cost + o.shipping_cost
    )`,

  'promotions.uses': sql`
    select p.id::text as subject, 'counted ' || p.use_count || ', used ' || count(u.id) as detail
    from ${promotions} p left join ${promotionUses} u
      on u.promotion_id = p.id and u.state <> 'RELEASED' and not u.is_beyond_limit
    group by p.id having p.use_count <> count(u.id)`,

  // A use is of one order: held or released while that is to be paid, released when it is cancelled, and else redeemed.
  'promotions.orders': sql`
    with uses as (
      select order_id, array_agg(promotion_id::text || ' ' || discount_cents order by promotion_id) as given,
        array_agg(distinct state) as states
      from ${promotionUses} group by 1
    ), promised as (
      select o.id, o.status, o.paid_at,
        array_agg((p ->> 'promotionId') || ' ' || (p ->> 'amount') order by (p ->> 'promotionId')::uuid) as given
      from ${orders} o, jsonb_array_elements(o.promotions) p group by o.id
    )
    select coalesce(uses.order_id, promised.id)::text as subject,
      coalesce(promised.status, 'no promotions') || ', uses ' || coalesce(array_to_string(uses.states, ' '), 'none') as detail
    from uses full join promised on promised.id = uses.order_id
    where uses.given is distinct from promised.given or not uses.states <@ case
      when promised.status = 'CANCELLED' then array['RELEASED']
      when promised.paid_at is null then array['HELD', 'RELEASED'] else array['REDEEMED'] end`,

  // An order that is on its way has brought the minutes that it promised, unless all its lines went back before; one that never was has not.
  'promotions.minutes': sql`
    with promised as (
      select o.id, o.status, sum((p ->> 'minutes')::int) as minutes
      from ${orders} o, jsonb_array_elements(o.promotions) p where p ? 'minutes' group by o.id
    ), given as (
      select order_id as id, minutes from ${minuteEntries} where order_id is not null and kind = 'GIFT'
    )
    select coalesce(promised.id, given.id)::text as subject,
      'promised ' || coalesce(promised.minutes, 0) || ', given ' || coalesce(given.minutes, 0) as detail
    from promised full join given on given.id = promised.id
    where given.minutes is distinct from promised.minutes
      and (given.id is not null or (promised.status in ('SHIPPED', 'DELIVERED') and exists (
        select from ${orderItems} i where i.order_id = promised.id and i.refunded_quantity < i.quantity
      )))`,

  'stock.book': sql`
    select p.id::text as subject, 'stock ' || p.stock || ', booked ' || coalesce(sum(e.pieces), 0) as detail
    from ${products} p left join ${stockEntries} e on e.product_id = p.id
    group by p.id having p.stock <> coalesce(sum(e.pieces), 0)`,

  'stock.holds': sql`
    select p.id::text as subject, 'reserved ' || p.reserved_stock || ', held ' || coalesce(sum(r.quantity), 0) as detail
    from ${products} p left join ${stockHolds} r on r.product_id = p.id
    group by p.id having p.reserved_stock <> coalesce(sum(r.quantity), 0)`,

  // The SALE entries of an order equal the units that it sold, per product. An order that was cancelled before shipping sells
  // nothing, except units that had been refunded by then.
  'stock.sales': sql`
    with taken as (
      select order_id, product_id, -sum(pieces) as pieces
      from ${stockEntries} where kind = 'SALE' or (kind = 'RETURN' and reason = 'cancelled') group by 1, 2
    ), sold as (
      select i.order_id, i.product_id, sum(i.refunded_quantity) as back,
        sum(i.quantity) filter (where o.status <> 'CANCELLED' or o.shipped_at is not null or o.delivered_at is not null) as pieces
      from ${orderItems} i join ${orders} o on o.id = i.order_id
      where o.paid_at is not null group by 1, 2
    )
    select coalesce(taken.order_id, sold.order_id)::text || ' ' || coalesce(taken.product_id, sold.product_id) as subject,
      'sold ' || coalesce(sold.pieces, 0) || ', taken ' || coalesce(taken.pieces, 0) as detail
    from taken full join sold using (order_id, product_id)
    where coalesce(taken.pieces, 0) not between coalesce(sold.pieces, 0) and coalesce(sold.pieces, sold.back, 0)`,

  // Codes are sold one a unit: their number is the stock, or a paid order could find none.
  'stock.codes': sql`
    select p.id::text as subject, 'stock ' || p.stock || ', codes ' || count(c.id) as detail
    from ${digitalProducts} d join ${products} p on p.id = d.product_id
      left join ${digitalCodes} c on c.product_id = p.id and c.order_item_id is null
    where d.kind = 'CODES' group by p.id having p.stock <> count(c.id)`,

  // The balance is the sum of the entries, and the used minutes of a lot are the sum of its allocations.
  'minutes.balance': sql`
    ${unbalancedAccounts(minuteLedger)}
    union all
    select l.user_id::text, 'lot ' || l.id || ': used ' || l.spent + l.returned || ', taken ' || coalesce(sum(a.minutes), 0)
    from ${minuteLots} l left join ${minuteAllocations} a on a.lot_id = l.id
    group by l.id having l.spent + l.returned <> coalesce(sum(a.minutes), 0)`,

  'minutes.credited': sql`
    select p.id::text as subject, 'bought ' || p.minutes || ', credited ' || coalesce(sum(e.minutes), 0) as detail
    from ${minutePurchases} p left join ${minuteEntries} e on e.purchase_id = p.id and e.kind = 'PURCHASE'
    group by p.id
    having coalesce(sum(e.minutes), 0) <> case when p.status = 'PAID' then p.minutes else 0 end`,

  // The refund of a purchase equals the price of the minutes that were taken back, the last ones first, from the rest of the
  // purchase's price when its VAT went back. External refunds take minutes only when nothing is left of the payment, whatever their
  // amount; after a chargeback, which may cover a part of a minute, the amounts differ by cents.
  'minutes.refunded': sql`
    with back as (
      select purchase_id as id, -sum(minutes) as minutes from ${minuteEntries} where kind = 'REFUND' group by 1
    ), money as (
      select p.subject_id as id, sum(r.amount_cents) as cents from ${refunds} r join ${payments} p on p.id = r.payment_id
      where p.kind = 'MINUTES' and r.credits and not r.is_external group by 1
    ), vat as (
      select purchase_id as id, -value_cents as cents from ${minuteEntries} where kind = 'VAT_RETURN'
    ), paid as (
      select p.id, p.minutes, p.price - coalesce(vat.cents, 0) as price, coalesce(vat.cents, 0) as vat
      from ${minutePurchases} p left join vat using (id)
    )
    select p.id::text as subject, 'minutes back ' || coalesce(back.minutes, 0) || ', cents back ' || coalesce(money.cents, 0) as detail
    from paid p left join back using (id) left join money using (id)
    where not exists (select from ${minuteEntries} e where e.purchase_id = p.id and e.kind = 'CHARGEBACK')
      and not exists (
        select from ${minuteEntries} e join ${refunds} r on r.id = e.refund_id where e.purchase_id = p.id and r.is_external
      )
      and coalesce(money.cents, 0) <> p.vat + p.price - floor(p.price * (p.minutes - coalesce(back.minutes, 0)) / p.minutes::numeric)`,

  'orders.invoice': sql`
    select o.id::text as subject, 'paid, and no invoice of ' || o.total_amount as detail
    from ${orders} o left join ${invoices} i on i.subject_id = o.id and i.kind = 'INVOICE' and i.corrects is null
    where o.paid_at < ${sqlTimestamp(before)} and o.total_amount > 0 and i.total_cents is distinct from o.total_amount`,

  'orders.mail': sql`
    select o.id::text as subject, 'paid, and no mail says so' as detail
    from ${orders} o
    where o.paid_at < ${sqlTimestamp(before)} and not exists (
      select from ${mails} m where m.template = 'order-paid' and m.props ->> 'number' = o.number
    )`,

  'minutes.invoice': sql`
    select p.id::text as subject, 'paid, and no invoice of ' || p.price as detail
    from ${minutePurchases} p left join ${invoices} i on i.subject_id = p.id and i.kind = 'INVOICE' and i.corrects is null
    where p.status = 'PAID' and p.paid_at < ${sqlTimestamp(before)} and p.price > 0 and i.total_cents is distinct from p.price`,

  // The mail names its invoice, which names the purchase; a missing invoice is a finding of minutes.invoice.
  'minutes.mail': sql`
    select i.subject_id::text as subject, 'paid and billed, and no mail says so' as detail
    from ${minutePurchases} p join ${invoices} i on i.subject_id = p.id and i.kind = 'INVOICE' and i.corrects is null
    where p.status = 'PAID' and p.paid_at < ${sqlTimestamp(before)} and not exists (
      select from ${mails} m where m.template = 'minutes-credited' and m.props ->> 'invoiceId' = i.id::text
    )`,

  'gifts.invoice': sql`
    select g.id::text as subject, 'paid, and no invoice of ' || g.amount as detail
    from ${giftPurchases} g left join ${invoices} i on i.subject_id = g.id and i.kind = 'INVOICE'
    where g.paid_at < ${sqlTimestamp(before)} and i.total_cents is distinct from g.amount`,

  'gifts.mail': sql`
    select i.subject_id::text as subject, 'paid and billed, and no mail says so' as detail
    from ${giftPurchases} g join ${invoices} i on i.subject_id = g.id and i.kind = 'INVOICE'
    where g.paid_at < ${sqlTimestamp(before)} and not exists (
      select from ${mails} m where m.template = 'gift-paid' and m.props ->> 'invoiceId' = i.id::text
    )`,

  // Reported for a week; the admin page of mails shows recipient and error.
  'mails.failed': sql`
    select id::text as subject, 'given up: ' || template as detail from ${mails}
    where failed_at > ${sqlTimestamp(before)} - interval '7 days'`,

  'refunds.credit': sql`
    select r.id::text as subject, 'given back ' || r.amount_cents || ', and no credit note' as detail
    from ${refunds} r join ${payments} p on p.id = r.payment_id
      join ${invoices} billed on billed.subject_id = p.subject_id and billed.kind = 'INVOICE' and billed.corrects is null
      left join ${invoices} credit on credit.refund_id = r.id
    where not ${isOfCorrection} and r.created_at < ${sqlTimestamp(before)} and r.credits and credit.total_cents is distinct from -r.amount_cents`,

  // Money that is owed and has not arrived, until an admin resolves it.
  'refunds.failed': sql`
    select id::text as subject, 'owed ' || amount_cents || ', ' || failure as detail
    from ${refunds} where failed_at is not null and by_hand_at is null`,

  // 24 hours for a provider; 72 hours for refunds that an admin pays by hand.
  'refunds.unsent': sql`
    select r.id::text as subject, 'owed ' || r.amount_cents || ' since ' || r.created_at::date as detail
    from ${refunds} r join ${payments} p on p.id = r.payment_id
    where r.provider_id is null and r.failed_at is null and r.by_hand_at is null
      and r.created_at < ${sqlTimestamp(before)} - case when p.provider_id is null then interval '72 hours' else interval '24 hours' end`,

  'refunds.twice': sql`
    select id::text as subject, 'given back by hand, and ' || provider_id || ' at the provider' as detail
    from ${refunds} where by_hand_at is not null and provider_id is not null and failed_at is null`,

  'invoices.series': sql`
    select s.kind || ' ' || s.year as subject, 'last ' || s.last_serial || ', there are ' || count(i.id) as detail
    from ${invoiceSeries} s left join ${invoices} i
      on i.kind = s.kind and substr(i.number, 2, 4)::int = s.year
    group by s.kind, s.year, s.last_serial having count(i.id) <> s.last_serial`,

  // A closed quarter has the invoices that it had.
  'periods.closed': sql`
    select p.quarter as subject, 'closed with ' || p.invoice_count || ' of ' || p.invoiced_cents || ', there are ' || count(i.id)
      || ' of ' || coalesce(sum(i.total_cents), 0) as detail
    from ${closedPeriods} p left join ${invoices} i
      on coalesce(i.tax_point_at, i.issued_at) >= p.starts_at and coalesce(i.tax_point_at, i.issued_at) < p.ends_at
    group by p.quarter having count(i.id) <> p.invoice_count or coalesce(sum(i.total_cents), 0) <> p.invoiced_cents`,
})

/**
 * The sum that was paid for each order or purchase, less refunds and chargebacks, equals its price less credited refunds and
 * chargebacks; for an unpaid one, zero.
 */
const moneyCheck = (kind: PaymentKind, sold: SQL): SQL => sql`
  with sold as (${sold}), came as (
    select subject_id as id, sum(amount_cents) as cents from ${payments} where kind = ${kind} and status = 'PAID' group by 1
  ), went as (
    select p.subject_id as id, sum(r.amount_cents) as cents, sum(r.amount_cents) filter (where r.credits) as credited
    from ${refunds} r join ${payments} p on p.id = r.payment_id where p.kind = ${kind} group by 1
  ), lost as (
    select p.subject_id as id, sum(c.amount_cents) as cents
    from ${chargebacks} c join ${payments} p on p.id = c.payment_id where p.kind = ${kind} group by 1
  ), kept as (
    select sold.id, coalesce(came.cents, 0) - coalesce(went.cents, 0) - coalesce(lost.cents, 0) as cents,
      case when sold.paid then sold.price - coalesce(went.credited, 0) else 0 end - coalesce(lost.cents, 0) as due
    from sold left join came using (id) left join went using (id) left join lost using (id)
  )
  select id::text as subject, 'kept ' || cents || ', due ' || due as detail from kept
  where cents <> due`
