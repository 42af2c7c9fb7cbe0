import { rows, type RealRows } from './rows.ts'

/** Products, and the costs of sending them. */
export const productRows: RealRows[] = [
  rows(
    /products\/\{productId\}\/codes/,
    'productId',
    // One that nobody can order may have none at the moment.
    'select product_id as "productId" from digital_codes union select id from products where not is_active',
  ),
  rows(
    /PUT .*products\/\{productId\}\/digital/,
    'productId',
    'select product_id as "productId" from digital_files',
  ),
  rows(
    /DELETE .*products\/\{productId\}\/sale/,
    'productId',
    `select product_id as "productId" from product_sales where state in ('PLANNED', 'RUNNING')`,
  ),
  rows(
    /PUT .*products\/\{productId\}\/sale/,
    'productId salePrice startsAt endsAt',
    `
    select id as "productId", 100 as "salePrice", to_char(now() + interval '1 day', 'YYYY-MM-DD"T"00:00:00"Z"') as "startsAt",
      to_char(now() + interval '9 days', 'YYYY-MM-DD"T"00:00:00"Z"') as "endsAt" from products where parent_id is null and price > 100`,
  ),
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
    /manuals|label-pictures/,
    'productId manualId',
    `
    select s.product_id as "productId", m.id as "manualId"
    from product_safety s left join product_manuals m on m.product_id = s.product_id`,
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
    select distinct o.user_id as owner, i.product_id as "productId" from orders o join order_items i on i.order_id = o.id
    where o.paid_at is not null and not exists (select from reviews r where r.user_id = o.user_id and r.product_id = i.product_id)
    union all select user_id, product_id from reviews`,
  ),
  rows(
    /back-in-stock/,
    'productId',
    `select id as "productId" from products where stock = 0 and is_active and parent_id is null and options is null`,
  ),
  rows(
    /DELETE \/api\/admin\/categories/,
    'categoryId',
    `select id as "categoryId" from categories where name like 'Lege%'`,
  ),
  rows(/DELETE \/api\/admin\/promotions/, 'promotionId', 'select id as "promotionId" from promotions'),
  rows(
    /promotions/,
    'productId targetId',
    'select id as "productId", id as "targetId" from products where is_active',
  ),
  rows(/checkout/, 'quantity', 'select quantity from generate_series(1, 3) quantity'),
  rows(/checkout/, 'productId', 'select id as "productId" from products where is_active and stock > 50'),
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
    `
    select jsonb_build_array(country) as countries, id as "zoneId"
    from shipping_zones, unnest(array['BE', 'DE', 'FR', 'ES', 'IT', 'PT', 'IE', 'FI']) country`,
  ),
  rows(
    /shipping-rates/,
    'rateId zoneId weightFrom weightTo',
    `
    select r.id as "rateId", z.id as "zoneId", n * 1000 + 3000 as "weightFrom", n * 1000 + 3999 as "weightTo"
    from shipping_zones z left join shipping_rates r on r.zone_id = z.id, generate_series(1, 50) n order by n`,
  ),
  rows(/shipping-rates/, 'zoneId', 'select id as "zoneId" from shipping_zones'),
]
