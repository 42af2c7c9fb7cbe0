import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { products, stockEntries } from '../../shop/products/catalog/table.ts'
import type { ReportTable } from './contract.ts'
import { buildStock, type StockLine } from './stock.rules.ts'

/**
 * The stock at a moment, at its purchase price: sales take the oldest pieces, so the pieces that came in last are left (first in,
 * first out). Pieces that came in without a cost have the present purchase price. Read from the ledger, which only grows.
 */
export async function readStock(db: Db, at: SQL): Promise<ReportTable> {
  const lines = await queryRows<StockLine>(
    db,
    sql`
    with counted as (
      select product_id, sum(pieces) as pieces from ${stockEntries} where created_at < ${at} group by 1 having sum(pieces) <> 0
    ), received as (
      select e.product_id, e.pieces, e.unit_cost,
        sum(e.pieces) over (partition by e.product_id order by e.created_at desc, e.id desc) - e.pieces as newer
      from ${stockEntries} e join counted on counted.product_id = e.product_id
      where e.created_at < ${at} and e.pieces > 0 and e.kind in ('INTAKE', 'CORRECTION')
    ), remaining as (
      select c.product_id, sum(least(r.pieces, c.pieces - r.newer)) filter (where r.unit_cost is not null) as known,
        sum(least(r.pieces, c.pieces - r.newer) * r.unit_cost) as cents
      from counted c left join received r on r.product_id = c.product_id and r.newer < c.pieces group by 1
    )
    select coalesce(p.sku, '') as sku, coalesce(p.name, 'Verwijderd product') as name, c.pieces::int as pieces,
      p.price as "priceCents",
      (coalesce(r.cents, 0) + case when coalesce(r.known, 0) = c.pieces then 0
        else (c.pieces - coalesce(r.known, 0)) * coalesce(p.purchase_price, parent.purchase_price) end)::float8 as "valueCents"
    from counted c join remaining r on r.product_id = c.product_id
      left join ${products} p on p.id = c.product_id left join ${products} parent on parent.id = p.parent_id
    order by p.sku, c.product_id`,
  )
  return buildStock(lines)
}
