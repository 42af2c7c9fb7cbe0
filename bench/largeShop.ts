import pg from 'pg'
import { seedCatalog } from './seed.ts'

/** How many rows there are of each thing that the back office shows. */
export interface ShopSizes {
  products: number
  users: number
  orders: number
}

const statuses = ['PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED']

/** Fills a migrated, empty database with a large shop that has been open for years. */
export async function seedLargeShop(url: string, sizes: ShopSizes): Promise<void> {
  await seedCatalog(url, sizes.products)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [text, values] of statementsFor(sizes)) await client.query(text, values)
  } finally {
    await client.end()
  }
}

const statementsFor = (sizes: ShopSizes): [string, unknown[]][] => [
  [
    `insert into users (id, email, password, display_name, first_name, last_name, role, minutes_balance, adult_statement_at, policy_version, created_at)
     select gen_random_uuid(), 'mens-' || n || '@voorbeeld-' || n % 997 || '.test', '-',
       initcap(substr(md5(n::text), 1, 3 + n % 5)) || ' ' || initcap(substr(md5('naam' || n), 1, 4 + n % 7)),
       initcap(substr(md5(n::text), 1, 3 + n % 5)), initcap(substr(md5('naam' || n), 1, 4 + n % 7)),
       case when n % 5000 = 0 then 'MODEL' else 'USER' end, 0, now(), '-', timestamptz '2022-01-01' + n * interval '25 minutes'
     from generate_series(1, $1::int) n`,
    [sizes.users],
  ],
  [
    `insert into orders (id, number, user_id, total_amount, status, created_at, paid_at, has_tracking, tracking_cost,
       shipping_first_name, shipping_last_name, shipping_street, shipping_house_number, shipping_postal_code, shipping_city, shipping_country)
     select gen_random_uuid(), (2022 + n / 250000)::text || '-' || lpad(n::text, 7, '0'), buyer.id, 1000 + n % 9000,
       ($2::text[])[case when n > $1::int - 400 then 1 + n % 3 when n % 25 = 0 then 6 else 5 end], placed.at,
       case when n % 25 = 0 then null else placed.at + interval '2 minutes' end, n % 3 = 0, case when n % 3 = 0 then 250 else 0 end,
       buyer.first_name, buyer.last_name, 'Lindelaan', (1 + n % 200)::text, '3512 AB', 'Utrecht', 'Nederland'
     from generate_series(1, $1::int) n
     cross join lateral (select timestamptz '2022-01-01' + n * interval '150 seconds' as at) placed
     join (select id, first_name, last_name, row_number() over (order by created_at) as at from users where first_name is not null) buyer
       on buyer.at = 1 + n % $3::int`,
    [sizes.orders, statuses, sizes.users],
  ],
  [
    `insert into order_items (id, order_id, product_id, quantity, price_per_item, product_name)
     select gen_random_uuid(), o.id, p.id, 1, o.total_amount, p.name
     from (select id, total_amount, row_number() over () as at from orders) o
     join (select id, name, row_number() over () - 1 as at from products) p on p.at = o.at % $1::int`,
    [sizes.products],
  ],
  [
    `insert into payments (id, kind, subject_id, user_id, provider, amount_cents, status, created_at, settled_at, poll_at)
     select gen_random_uuid(), 'ORDER', id, user_id, 'manual', total_amount, 'PAID', created_at, paid_at, null
     from orders where paid_at is not null`,
    [],
  ],
  // One order in thirty is withdrawn, and of all but the last twenty the money went back.
  [
    `insert into withdrawals (id, name, email, order_number, order_id, item_ids, quantities, received_at, handled_at, accepted, answer)
     select gen_random_uuid(), 'Robin', 'robin@voorbeeld.test', o.number, o.id, array[i.id], array[1], o.created_at + interval '9 days',
       o.created_at + interval '10 days', true, 'Per product beslist.'
     from (select *, row_number() over (order by number desc) as at from orders where status = 'DELIVERED') o
     join order_items i on i.order_id = o.id where o.at % 30 = 0`,
    [],
  ],
  [
    `insert into withdrawal_lines (withdrawal_id, item_id, accepted, quantity, decided_at)
     select id, item_ids[1], true, 1, handled_at from withdrawals`,
    [],
  ],
  [
    `with done as (
       update order_items i set refunded_quantity = 1 from (
         select item_ids, order_id from withdrawals order by received_at desc offset 20
       ) w where i.id = w.item_ids[1] returning i.order_id
     ) insert into refunds (id, payment_id, amount_cents, reason, credits, class_cents, created_at)
     select gen_random_uuid(), p.id, p.amount_cents, 'Herroeping', true, jsonb_build_object('STANDARD', p.amount_cents), p.created_at + interval '20 days'
     from done join payments p on p.subject_id = done.order_id`,
    [],
  ],
  ['vacuum analyze', []],
]
