import type { Cell, ReportCellKind, ReportTable } from './contract.ts'

/** A column of a report, with the cell that it shows of a row. */
export interface ReportColumn<Row> {
  name: string
  kind: ReportCellKind
  cell: (row: Row) => Cell
  /** Whether the sum of this column of cents or counts says something. */
  isSummed?: boolean
}

/** A table of rows, with the sums of the columns that have one. */
export function buildTable<Row>(columns: readonly ReportColumn<Row>[], rows: readonly Row[]): ReportTable {
  const cells = rows.map(row => columns.map(({ cell }) => cell(row)))
  const sums = columns.map(({ isSummed }, index) =>
    isSummed ? cells.reduce((sum, row) => sum + Number(row[index] ?? 0), 0) : null,
  )
  return {
    columns: columns.map(({ name, kind }) => ({ name, kind })),
    rows: cells,
    totals: rows.length > 0 && sums.some(sum => sum !== null) ? sums : [],
  }
}
