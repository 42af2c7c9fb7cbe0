import type { ReportTable } from './contract.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

/** The stock of a product or variant. */
export interface StockLine {
  sku: string
  name: string
  pieces: number
  /** The present price, incl. VAT; null of one that was removed. */
  priceCents: number | null
  /** The purchase price of all pieces, excl. VAT; null when that is not known of all. */
  valueCents: number | null
}

const columns: ReportColumn<StockLine>[] = [
  { name: 'SKU', kind: 'text', cell: ({ sku }) => sku },
  { name: 'Product', kind: 'text', cell: ({ name }) => name },
  { name: 'Stuks', kind: 'count', cell: ({ pieces }) => pieces, isSummed: true },
  { name: 'Verkoopprijs', kind: 'cents', cell: ({ priceCents }) => priceCents },
  {
    name: 'Inkoop per stuk',
    kind: 'cents',
    cell: ({ pieces, valueCents }) => (valueCents === null ? null : Math.round(valueCents / pieces)),
  },
  { name: 'Inkoopwaarde', kind: 'cents', cell: ({ valueCents }) => valueCents, isSummed: true },
  {
    name: 'Let op',
    kind: 'text',
    cell: ({ valueCents }) => (valueCents === null ? 'Geen inkoopprijs: telt niet mee' : null),
  },
]

/** The stock with its value, and a warning about products without one. */
export function buildStock(lines: readonly StockLine[]): ReportTable {
  const without = lines.filter(({ valueCents }) => valueCents === null)
  const pieces = without.reduce((sum, line) => sum + line.pieces, 0)
  const warnings =
    without.length === 0
      ? []
      : [
          `Zonder inkoopprijs: ${without.length} van ${lines.length} SKU’s, ${pieces} ${pieces === 1 ? 'stuk' : 'stuks'}. Die tellen niet mee in de inkoopwaarde.`,
        ]
  return { ...buildTable(columns, lines), warnings }
}
