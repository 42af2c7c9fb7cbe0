import { rows, type RealRows } from './rows.ts'

/** The payments, and the refunds. */
export const paymentRows: RealRows[] = [
  rows(/invoices/, 'invoiceId', 'select user_id as owner, id as "invoiceId" from invoices'),
  rows(
    /purchase-minutes/,
    'packageId minutes price',
    `
    select id as "packageId", minutes, normal_price as price from minute_packages
    union all select 'quick', 5, 1000 union all select 'quick', 5, 1000`,
  ),
  rows(
    /gift-cards|checkout/,
    'recipientEmail deliverOn',
    `select 'ontvanger@gloed.test' as "recipientEmail", (current_date + n)::text as "deliverOn" from generate_series(0, 3) n`,
  ),
  rows(
    /POST \/api\/gift-cards/,
    'cardId',
    `
    select o.user_id as owner, a.id as "cardId" from credit_accounts a
      join order_items i on i.id = a.order_item_id join orders o on o.id = i.order_id`,
  ),
  rows(
    /gift-cards/,
    'cardId',
    `
    select o.user_id as owner, a.id as "cardId" from credit_accounts a
      left join order_items i on i.id = a.order_item_id left join orders o on o.id = i.order_id where a.kind = 'GIFT_CARD'`,
  ),
  rows(
    /gift-purchases|gifts\/purchases/,
    'purchaseId giftId',
    `
    select buyer_id as owner, id as "purchaseId", wishlist_item_id as "giftId" from wishlist_purchases`,
  ),
  rows(
    /minute-purchases/,
    'purchaseId',
    `select user_id as owner, id as "purchaseId" from minute_purchases order by paid_at nulls last`,
  ),
  rows(
    /minute-debts/,
    'debtId',
    'select user_id as owner, id as "debtId" from minute_debts order by settled_at nulls first',
  ),
  rows(
    /refunds/,
    'refundId',
    `
    select p.user_id as owner, r.id as "refundId" from refunds r join payments p on p.id = r.payment_id order by r.failed_at nulls last`,
  ),
  rows(/payments\/return/, 'payment', 'select user_id as owner, id as payment from payments'),
]
