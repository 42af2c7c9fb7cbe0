import { rows, type RealRows } from './rows.ts'

const order = 'select user_id as owner, id as "orderId", number as "orderNumber" from orders'
const line = `select o.user_id as owner, o.id as "orderId", i.id as "itemId", i.id as "itemIds", o.number as "orderNumber"
  from orders o join order_items i on i.order_id = o.id`

/** Orders, their events, and where they go. */
export const orderRows: RealRows[] = [
  rows(
    /\/downloads\/\{itemId\}\/files/,
    'orderId itemId fileId',
    `
    select d.user_id as owner, d.order_id as "orderId", d.order_item_id as "itemId", f.id as "fileId"
    from digital_deliveries d join digital_files f on f.product_id = d.product_id`,
  ),
  rows(
    /orders\/\{orderId\}\/downloads/,
    'orderId itemId fileId',
    `
    select d.user_id as owner, d.order_id as "orderId", d.order_item_id as "itemId", f.id as "fileId"
    from digital_deliveries d left join digital_files f on f.product_id = d.product_id`,
  ),
  rows(/cart\/\{itemId\}/, 'itemId', 'select user_id as owner, id as "itemId" from cart_items'),
  rows(/wishlist\/\{itemId\}/, 'itemId', 'select user_id as owner, id as "itemId" from wishlist_items'),
  rows(
    /withdrawals\/\{withdrawalId\}/,
    'withdrawalId itemId',
    `
    select o.user_id as owner, w.id as "withdrawalId", i.id as "itemId" from withdrawals w
    left join orders o on o.id = w.order_id
    left join order_items i on i.order_id = o.id and (w.item_ids = '{}' or i.id = any(w.item_ids)) order by handled_at nulls first`,
  ),
  rows(
    /POST \/api\/withdrawals/,
    'orderNumber itemIds email name',
    `
    select o.user_id as owner, o.number as "orderNumber", null as "itemIds", u.email, 'Sam de Wit' as name
    from orders o join users u on u.id = o.user_id where o.status in ('SHIPPED', 'DELIVERED', 'PAID')`,
  ),
  rows(
    /DELETE \/api\/admin\/vat\/rates/,
    'country taxClass validFrom',
    `select country, tax_class as "taxClass", valid_from::text as "validFrom" from vat_rates`,
  ),
  rows(
    /admin\/vat\/rates/,
    'country taxClass validFrom basisPoints',
    `
    select c as country, 'STANDARD' as "taxClass", (current_date + n)::text as "validFrom", 2100 + n as "basisPoints"
    from unnest(array['BE', 'NL', 'FR', 'DE']) c, generate_series(1, 5) n`,
  ),
  rows(
    /vat-number|checkout/,
    'vatNumber',
    `select unnest(array['NL853746333B01', 'FR40303265045']) as "vatNumber"`,
  ),
  rows(
    /admin\/reports/,
    'quarter',
    `
    select to_char(now() - n * interval '3 months', 'YYYY"-Q"Q') as quarter from generate_series(0, 3) n order by 1`,
  ),
  rows(/admin\/peppol/, 'invoiceId', 'select invoice_id as "invoiceId" from peppol_documents'),
  rows(/pickup-points/, 'postalCode country', `select '3512 AB' as "postalCode", 'Nederland' as country`),
  rows(
    /\/return-label/,
    'orderId carrier',
    `
    select user_id as owner, id as "orderId", 'postnl' as carrier from orders where shipped_at is not null`,
  ),
  rows(/labels\/print/, 'labelId', 'select id as "labelId" from shipping_labels'),
  rows(
    /admin\/labels|label-options/,
    'labelId orderId',
    `
    select o.user_id as owner, l.id as "labelId", o.id as "orderId"
    from orders o left join shipping_labels l on l.order_id = o.id where o.status in ('PAID', 'PROCESSING') order by l.id nulls first`,
  ),
  rows(/admin\/orders\/ship|packing-slips/, 'orderId', `${order} order by status`),
  rows(
    /admin\/orders\/\{orderId\}\/deliver/,
    'orderId',
    `
    select o.user_id as owner, o.id as "orderId" from orders o where exists
    (select from order_items i where i.order_id = o.id and i.is_digital) and status <> 'PENDING'`,
  ),
  rows(
    /orders\/\{orderId\}\/cancel/,
    'orderId',
    `${order} where status = 'PENDING' or (status = 'PAID' and not exists (
      select from order_items i where i.order_id = orders.id and (i.is_digital or i.gift_card is not null)))`,
  ),
  rows(/orders\/\{orderId\}\/(pay|cancel)/, 'orderId', `${order} where status in ('PENDING', 'PAID')`),
  rows(/orders\/\{orderId\}\/(refund|items\/)/, 'orderId itemId', line),
  rows(
    /guest-orders\/link/,
    'number email',
    `select o.number, u.guest_email as email from orders o join users u on u.id = o.user_id where u.role = 'GUEST'`,
  ),
  rows(/orders?/, 'orderId orderNumber', order),
]
