import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { queryRows } from '../../platform/sql.ts'
import { products, stockEntries } from '../../shop/catalog/table.ts'
import type { ReportTable } from './contract.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

interface StockLine {
  sku: string
  name: string
  pieces: number
  priceCents: number
}

const columns: ReportColumn<StockLine>[] = [
  { name: 'SKU', kind: 'text', cell: ({ sku }) => sku },
  { name: 'Product', kind: 'text', cell: ({ name }) => name },
  { name: 'Stuks', kind: 'count', cell: ({ pieces }) => pieces, isSummed: true },
  { name: 'Verkoopprijs', kind: 'cents', cell: ({ priceCents }) => priceCents },
  {
    name: 'Verkoopwaarde',
    kind: 'cents',
    cell: ({ pieces, priceCents }) => pieces * priceCents,
    isSummed: true,
  },
]

/** What was in stock at a moment, from the ledger, at the present price including VAT: what was paid for it is not known. */
export async function readStock(db: Db, at: SQL): Promise<ReportTable> {
  const lines = await queryRows<StockLine>(
    db,
    sql`
    select p.sku, p.name, l.pieces, p.price as "priceCents"
    from (select product_id, sum(pieces)::int as pieces from ${stockEntries} where created_at < ${at} group by 1) l
      join ${products} p on p.id = l.product_id
    where l.pieces <> 0 order by p.sku`,
  )
  return buildTable(columns, lines)
}
