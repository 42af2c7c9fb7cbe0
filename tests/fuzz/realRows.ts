/** Values of the database for the fields of some operations. */
export interface RealRows {
  /** The operations, by their key. */
  of: RegExp
  /** The fields that it gives; the column `owner` is the id of whose they are, and null where they are everybody's. */
  fields: string[]
  sql: string
}

const rows = (of: RegExp, fields: string, sql: string): RealRows => ({ of, fields: fields.split(' '), sql })

const order = 'select user_id as owner, id as "orderId", number as "orderNumber" from orders'
const line = `select o.user_id as owner, o.id as "orderId", i.id as "itemId", i.id as "itemIds", o.number as "orderNumber"
  from orders o join order_items i on i.order_id = o.id`
const user = `select id as owner, id as "userId", id as "toUserId", id as "fromUserId", id as "with", id as "actorId",
  id as "subjectId", email from users where erased_at is null`

/** The first entry that matches an operation and has the field gives its value; all fields of an entry come from one row. */
export const realRows: RealRows[] = [
  rows(
    /\/downloads\/\{itemId\}\/files|orders\/\{orderId\}\/downloads/,
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
    select o.user_id as owner, w.id as "withdrawalId", i as "itemId" from withdrawals w
    left join orders o on o.id = w.order_id left join lateral unnest(w.item_ids) i on true order by handled_at nulls first`,
  ),
  rows(
    /POST \/api\/withdrawals/,
    'orderNumber itemIds email name',
    `
    select o.user_id as owner, o.number as "orderNumber", null as "itemIds", u.email, 'Sam de Wit' as name
    from orders o join users u on u.id = o.user_id where o.status in ('SHIPPED', 'DELIVERED', 'PAID')`,
  ),
  rows(
    /POST \/api\/content-reports$/,
    'kind contentId reason email name',
    `
    select null as owner, 'REVIEW' as kind, id as "contentId", 'ABUSE' as reason, 'melder@gloed.test' as email, 'Robin' as name from reviews
    union all select to_user_id, 'MESSAGE', id, 'MINOR', null, null from messages`,
  ),
  rows(
    /admin\/content-reports\/\{caseId\}/,
    'caseId version',
    'select null as owner, id as "caseId", version from content_cases order by due_at nulls last',
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
  rows(
    /admin\/labels|label-options/,
    'labelId orderId orderIds',
    `
    select o.user_id as owner, l.id as "labelId", o.id as "orderId", o.id as "orderIds"
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
  rows(/orders\/\{orderId\}\/(pay|cancel)/, 'orderId', `${order} where status in ('PENDING', 'PAID')`),
  rows(/orders\/\{orderId\}\/vat-correction/, 'orderId', `${order} where vat #> '{business}' is not null`),
  rows(/orders\/\{orderId\}\/(refund|items\/)/, 'orderId itemId', line),
  rows(/orders?/, 'orderId orderNumber', order),
  rows(
    /POST \/api\/contact$/,
    'orderId orderNumber email name',
    `
    select o.user_id as owner, o.id as "orderId", o.number as "orderNumber", u.email, 'Sam' as name
    from orders o join users u on u.id = o.user_id union all select null, null, null, 'bezoeker@gloed.test', 'Bezoeker'`,
  ),
  rows(
    /conversations\/\{conversationId\}|admin\/messages/,
    'conversationId version',
    `
    select user_id as owner, id as "conversationId", version from support_conversations`,
  ),
  rows(
    /(GET|POST) \/api\/messages|\/api\/conversations\//,
    'userId toUserId fromUserId with',
    `
    select user_id as owner, other_id as "userId", other_id as "toUserId", other_id as "fromUserId", other_id as "with" from contacts`,
  ),
  rows(
    /conversations|messages|users|blocks|audit/,
    'userId toUserId fromUserId with actorId subjectId',
    user,
  ),
  rows(/password\/forgot/, 'email', user),
  rows(/addresses|checkout/, 'addressId', 'select user_id as owner, id as "addressId" from addresses'),
  rows(
    /addresses/,
    'postalCode houseNumber country',
    `select '3512 AB' as "postalCode", '12' as "houseNumber", 'Nederland' as country`,
  ),
  rows(/shipping\/calculate/, 'country', `select 'NL' as country`),
  rows(/account\/sessions/, 'sessionId', 'select user_id as owner, id as "sessionId" from login_sessions'),
  rows(
    /admin\/sessions|studio/,
    'sessionId',
    `
    select user_id as owner, id as "sessionId" from toy_control_sessions order by stopped_at nulls first`,
  ),
  rows(/passkeys/, 'passkeyId', 'select user_id as owner, id as "passkeyId" from passkeys'),
  rows(
    /notifications/,
    'notificationId',
    'select user_id as owner, id as "notificationId" from notifications',
  ),
  rows(
    /notifications\/push/,
    'endpoint p256dh auth',
    `
    select null as owner, 'http://127.0.0.1:9/' || n as endpoint, 'BN02tzNwcA13UXT0oZnU5O7eMa8-_GIT4T-2JiXfzOD5cKZMNEWih7bCnwun-ks4IFIPIOac-WgKzj4Y2ZqfFKE' as p256dh, repeat('A', 22) as auth
    from generate_series(1, 5) n`,
  ),
  rows(/saved-filters/, 'filterId', 'select user_id as owner, id as "filterId" from saved_filters'),
  rows(/saved-filters/, 'list query', `select '/admin/orders' as list, 'status=PAID' as query`),
  rows(/products\/\{productId\}\/codes/, 'productId', 'select product_id as "productId" from digital_codes'),
  rows(
    /products\/\{productId\}\/(files|digital)/,
    'productId',
    `
    select p.id as "productId" from products p where not exists (select from digital_codes c where c.product_id = p.id)`,
  ),
  rows(
    /admin\/recalls/,
    'recallId productId startsOn endsOn',
    `
    select id as "recallId", product_id as "productId", '2020-01-01' as "startsOn", '2099-12-31' as "endsOn" from recalls`,
  ),
  rows(
    /economic-operators/,
    'operatorId country electronicAddress',
    `
    select id as "operatorId", 'BE' as country, 'iemand@maker.example' as "electronicAddress" from economic_operators`,
  ),
  rows(
    /products\/\{productId\}\/safety/,
    'productId manufacturerId responsiblePersonId version',
    `
    select p.id as "productId", o.id as "manufacturerId", null as "responsiblePersonId", s.version
    from economic_operators o, products p left join product_safety s on s.product_id = p.id where p.parent_id is null`,
  ),
  rows(
    /products\/\{productId\}\/reviews/,
    'productId',
    `
    select o.user_id as owner, i.product_id as "productId" from orders o join order_items i on i.order_id = o.id where o.paid_at is not null`,
  ),
  rows(/checkout|cart|wishlist/, 'productId', 'select id as "productId" from products where is_active'),
  rows(
    /idOrSlug/,
    'idOrSlug',
    'select slug as "idOrSlug" from products union all select id::text from products',
  ),
  rows(
    /products|bulk-edits|search|categor|profile/,
    'productId categoryId category',
    `
    select p.id as "productId", p.category_id as "categoryId", p.category_id as category from products p`,
  ),
  rows(/categories\/\{categoryId\}/, 'categoryId', 'select id as "categoryId" from categories'),
  rows(/bulk-edits/, 'bulkId', 'select id as "bulkId" from bulk_edits order by state'),
  rows(/bulk-edits\/\{bulkId\}\/lines/, 'verdict', 'select distinct verdict from bulk_lines'),
  rows(/admin\/files/, 'fileId', 'select id as "fileId" from digital_files order by ready_at nulls first'),
  rows(/admin\/pictures/, 'id', 'select id from pictures'),
  rows(/reviews/, 'reviewId', 'select user_id as owner, id as "reviewId" from reviews'),
  rows(
    /shipping-zones/,
    'countries zoneId',
    `select '["NL"]'::jsonb as countries, id as "zoneId" from shipping_zones`,
  ),
  rows(
    /shipping-rates/,
    'rateId zoneId weightFrom weightTo',
    `
    select r.id as "rateId", r.zone_id as "zoneId", n * 1000 + 3000 as "weightFrom", n * 1000 + 3999 as "weightTo"
    from shipping_rates r, generate_series(1, 50) n`,
  ),
  rows(/shipping-rates/, 'zoneId', 'select id as "zoneId" from shipping_zones'),
  rows(/invoices/, 'invoiceId', 'select user_id as owner, id as "invoiceId" from invoices'),
  rows(
    /purchase-minutes/,
    'packageId minutes price',
    `
    select id as "packageId", minutes, normal_price as price from minute_packages
    union all select 'quick', 5, 1000 union all select 'quick', 5, 1000`,
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
  rows(/gifts/, 'giftId ownerId', 'select id as "giftId", owner_id as "ownerId" from gifts'),
  rows(/payments\/return/, 'payment', 'select user_id as owner, id as payment from payments'),
  rows(/webhooks\/mollie/, 'id', 'select provider_id as id from payments where provider_id is not null'),
  rows(
    /webhooks\/lovense/,
    'secret uid utoken toys',
    `
    select 'a-callback-secret' as secret, l.uid, coalesce(l.utoken, l.pending_utoken) as utoken, jsonb_build_object(t.id, jsonb_build_object('id', t.id, 'name', 'Lush', 'status', 1)) as toys
    from toy_links l join toys t on t.owner_id = l.user_id`,
  ),
  rows(
    /toys|toy-control/,
    'toyId toyDeviceId',
    `
    select s.user_id as owner, t.id as "toyId", t.id as "toyDeviceId" from toys t
    left join toy_control_sessions s on s.toy_device_id = t.id and s.stopped_at is null`,
  ),
  rows(/mails/, 'mailId', 'select id as "mailId" from mails where failed_at is not null'),
  rows(
    /jobs/,
    'queue jobId',
    `
    select name as queue, id as "jobId" from pgboss.job where state = 'failed'`,
  ),
  rows(/notes/, 'noteId', 'select id as "noteId" from internal_notes'),
]

export const realRowsFor = (key: string, field: string): RealRows | undefined =>
  realRows.find(({ of, fields }) => of.test(key) && fields.includes(field))
