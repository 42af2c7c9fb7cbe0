import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'

/** A calendar quarter in Brussels. */
export const Quarter = z.string().regex(/^20\d\d-Q[1-4]$/, 'Kies een kwartaal, zoals 2026-Q4.')

export const ReportName = z.enum(['sales', 'vat', 'oss', 'intra-eu', 'payments', 'owed', 'stock'])
export type ReportName = z.output<typeof ReportName>

export const AccountingPeriod = z.object({
  quarter: Quarter,
  /** `RUNNING` until its last day is over. */
  state: z.enum(['RUNNING', 'OPEN', 'CLOSED']),
  /** Consecutive, from 1; null until it is closed. */
  number: z.int().nullable(),
  closedAt: dateTime.nullable(),
  /** The name of the admin who closed it. */
  closedBy: z.string().nullable(),
})
export type AccountingPeriod = z.output<typeof AccountingPeriod>

/** What a cell holds: amounts are cents, rates hundredths of a percent, and days `2026-11-26`. */
export const CellKind = z.enum(['text', 'day', 'cents', 'count', 'rate'])
export type CellKind = z.output<typeof CellKind>

const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof Cell>

export const ReportTable = z.object({
  columns: z.array(z.object({ name: z.string(), kind: CellKind })),
  rows: z.array(z.array(Cell)),
  /** The sums of the columns of cents, null elsewhere; empty when they would say nothing. */
  totals: z.array(z.int().nullable()),
})
export type ReportTable = z.output<typeof ReportTable>

/** Rows that a page shows; a file has all. */
export const SHOWN_ROWS = 50

export const listPeriods = endpoint('GET /api/admin/reports', 'admin', {
  summary: 'The quarters in which something was sold, newest first, and which are closed',
  output: z.array(AccountingPeriod),
})

export const readReport = endpoint('GET /api/admin/reports/:quarter/:report', 'admin', {
  summary: 'The first rows of a report of a quarter; of a closed one as it was then',
  input: z.object({ quarter: Quarter, report: ReportName }),
  output: ReportTable.extend({ totalRows: z.int() }),
})

/** The answer is a file, so the body is no JSON. */
export const downloadReport = endpoint('GET /api/admin/reports/:quarter/:report/file', 'admin', {
  summary: 'A whole report of a quarter as CSV or XLSX',
  input: z.object({
    quarter: Quarter,
    report: ReportName,
    format: z.enum(['csv', 'xlsx'], 'Kies csv of xlsx.'),
  }),
  output: z.null(),
  sends: '*/*',
})

/** The answer is a file, so the body is no JSON. */
export const downloadPeriodInvoices = endpoint('GET /api/admin/reports/:quarter/invoices', 'admin', {
  summary: 'All invoices and credit notes of a quarter in a ZIP, as PDF and as UBL',
  input: z.object({ quarter: Quarter }),
  output: z.null(),
  sends: 'application/zip',
})

export const closePeriod = endpoint('POST /api/admin/reports/:quarter/close', 'admin', {
  summary:
    'Close a quarter for good: its reports stay as they are, and nothing is invoiced in it any more. Again changes nothing',
  confirmation: 'recent',
  input: z.object({ quarter: Quarter }),
  output: AccountingPeriod,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const reportFilePath = (quarter: string, report: ReportName, format: 'csv' | 'xlsx'): string =>
  `/api/admin/reports/${quarter}/${report}/file?format=${format}`

export const invoicesFilePath = (quarter: string): string => `/api/admin/reports/${quarter}/invoices`
