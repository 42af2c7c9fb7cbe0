import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/text/csv.ts'
import type { Attachment } from '../../platform/mail/emailRenderer.ts'
import { escapeFormula } from '../../shop/products/admin/imports/csv.rules.ts'
import type { Cell, ReportCellKind, ReportName, ReportTable } from './contract.ts'

/** A whole report as a file for a spreadsheet. */
export async function renderReportFile(
  { quarter, report, format }: { quarter: string; report: ReportName; format: 'csv' | 'xlsx' },
  table: ReportTable,
): Promise<Attachment> {
  const filename = `${quarter}-${report}.${format}`
  if (format === 'csv') return { filename, content: renderCsv(table), contentType: 'text/csv; charset=utf-8' }
  return {
    filename,
    content: await renderXlsx(table, report),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}

/** As Dutch and Belgian spreadsheets read it, with decimal commas. */
function renderCsv(table: ReportTable): Buffer {
  const { columns } = table
  const kinds = columns.map(({ kind }) => kind)
  const lines = [...table.rows, ...closingRows(table)].map(row =>
    row.map((cell, index) => csvCell(cell, kinds[index])),
  )
  return Buffer.from(BYTE_ORDER_MARK + writeCsvRows([columns.map(({ name }) => name), ...lines]))
}

function csvCell(cell: Cell, kind: ReportCellKind | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return escapeFormula(cell)
  return kind === 'cents' || kind === 'rate' ? (cell / 100).toFixed(2).replace('.', ',') : String(cell)
}

const formats: Partial<Record<ReportCellKind, string>> = {
  cents: '#,##0.00',
  rate: '0.00',
  count: '0',
  day: 'yyyy-mm-dd',
}

/** The totals and the warnings of a table that has warnings, below its rows. */
function closingRows({ columns, totals, warnings }: ReportTable): Cell[][] {
  if (!warnings) return []
  const sums = columns.map((_, index) => (index === 0 ? 'Totaal' : (totals[index] ?? null)))
  return [sums, ...warnings.map(warning => columns.map((_, index) => (index === 0 ? warning : null)))]
}

async function renderXlsx(table: ReportTable, sheet: string): Promise<Buffer> {
  // Loaded when an accountant asks for one.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const { columns } = table
  const head = columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const }))
  const kinds = columns.map(({ kind }) => kind)
  const body = table.rows.map(row => row.map((cell, index) => xlsxCell(cell, kinds[index])))
  // These begin with words, whatever the first column holds.
  const closing = closingRows(table).map(row =>
    row.map((cell, index) => xlsxCell(cell, index === 0 ? 'text' : kinds[index])),
  )
  return writeExcelFile([head, ...body, ...closing], { sheet, stickyRowsCount: 1 }).toBuffer()
}

function xlsxCell(cell: Cell, kind: ReportCellKind | undefined) {
  if (cell === null) return null
  const format = kind && formats[kind]
  if (kind === 'day') return { value: new Date(`${cell}T00:00:00Z`), format: format ?? 'yyyy-mm-dd' }
  if (typeof cell === 'string') return { value: cell, type: String }
  return { value: kind === 'cents' || kind === 'rate' ? cell / 100 : cell, ...(format && { format }) }
}
