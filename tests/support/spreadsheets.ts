import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import type { ReportCellKind, ReportName, ReportTable } from '../../src/backoffice/reports/contract.ts'
import { renderReportFile } from '../../src/backoffice/reports/files.service.ts'

/** The cells that spreadsheet programs read in a report's CSV and in its XLSX, cell by cell, written alike. */
export async function readBothFiles(report: ReportName, table: ReportTable) {
  const render = async (format: 'csv' | 'xlsx') =>
    (await renderReportFile({ quarter: '2026-Q4', report, format }, table)).content
  const csv: string[][] = parse(await render('csv'), { delimiter: ';', bom: true })
  const xlsx = await readSheet(await render('xlsx'), report)
  const kinds = table.columns.map(({ kind }) => kind)
  return {
    // Takes out the apostrophe that keeps a text in CSV from being a formula.
    csv: csv.map(row => row.map(cell => cell.replace(/^'(?=[=+\-@])/, '').trim())),
    xlsx: xlsx.map(row => kinds.map((kind, index) => asCsv(row[index], kind))),
  }
}

function asCsv(value: unknown, kind: ReportCellKind): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return kind === 'cents' || kind === 'rate' ? value.toFixed(2).replace('.', ',') : String(value)
}
