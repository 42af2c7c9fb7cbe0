import { and, asc, count, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { closedPeriods, invoices, taxPointOf } from '../../money/invoices/table.ts'
import { payments } from '../../money/payments/table.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf, queryRow, sqlDay } from '../../platform/db/sql.ts'
import { type AccountingPeriod, type ReportName, type ReportTable, SHOWN_ROWS } from './contract.ts'
import { buildBooks } from './books.rules.ts'
import { readBooks } from './books.service.ts'
import { readOwed } from './owed.service.ts'
import { readPayments, readSettlements } from './payments.service.ts'
import { listQuarters, quarterDays } from '../../money/invoices/quarter.rules.ts'
import { quarterBounds } from './quarter.service.ts'
import {
  buildIntraEu,
  buildJournal,
  buildOss,
  buildVat,
  journalLines,
  type JournalLine,
} from './sales.rules.ts'
import { readStock } from './stock.service.ts'
import { closedReports } from './table.ts'

type Period = z.input<typeof AccountingPeriod>

/** From the quarter of the first payment or invoice to this one, the newest first. */
export async function findPeriods(db: Db, now: Date): Promise<Period[]> {
  const today = toBrusselsDay(now)
  const { day } = await queryRow<{ day: string | null }>(
    db,
    sql`select to_char(${sqlDay(sql`least(
      (select min(${taxPointOf(invoices)}) from ${invoices}), (select min(settled_at) from ${payments} where status = 'PAID')
    )`)}, 'YYYY-MM-DD') as day`,
  )
  const closed = await db
    .select({ ...columnsOf(closedPeriods, 'quarter', 'number', 'closedAt'), closedBy: users.displayName })
    .from(closedPeriods)
    .innerJoin(users, eq(users.id, closedPeriods.closedBy))
  const found = new Map(closed.map(period => [period.quarter, period]))
  return listQuarters(day ?? today, today).map(quarter => {
    const period = found.get(quarter)
    if (period) return { ...period, state: 'CLOSED' as const }
    const state = today < quarterDays(quarter).endsBefore ? ('RUNNING' as const) : ('OPEN' as const)
    return { quarter, state, number: null, closedAt: null, closedBy: null }
  })
}

/** The first rows of a report, as a page shows it. */
export async function readShownReport(db: Db, quarter: string, report: ReportName) {
  const { rows, ...table } = await findReport(db, quarter, report)
  return { ...table, rows: rows.slice(0, SHOWN_ROWS), totalRows: rows.length }
}

/** A whole report: of a closed quarter as it was then, else as it is now. */
export async function findReport(db: Db, quarter: string, report: ReportName): Promise<ReportTable> {
  const [closed] = await db
    .select(columnsOf(closedReports, 'content'))
    .from(closedReports)
    .where(and(eq(closedReports.quarter, quarter), eq(closedReports.report, report)))
  return closed?.content ?? buildReport(db, quarter, report)
}

/** Builds a report from the present data. */
export async function buildReport(db: Db, quarter: string, report: ReportName): Promise<ReportTable> {
  const { startsAt, endsAt } = quarterBounds(quarter)
  if (report === 'payments') return readPayments(db, quarter, { startsAt, endsAt })
  if (report === 'settlements') return readSettlements(db, quarter)
  if (report === 'owed') return readOwed(db, endsAt)
  if (report === 'books') return buildBooks(await readBooks(db, endsAt))
  if (report === 'stock') return readStock(db, endsAt)
  return saleReports[report](await readJournal(db, quarter))
}

const saleReports = { sales: buildJournal, vat: buildVat, oss: buildOss, 'intra-eu': buildIntraEu }

async function readJournal(db: Db, quarter: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const batch of readInvoices(db, quarter)) lines.push(...batch.flatMap(journalLines))
  return lines
}

const BATCH_SIZE = 500

/** When the VAT of the invoice that a document credits or replaces became due; of one that replaced another, when that of the first did. */
const correctedAt = sql`(
  select coalesce(first.tax_point_at, first.issued_at, billed.tax_point_at, billed.issued_at)
  from ${invoices} billed left join ${invoices} first on first.id = billed.corrects
  where billed.number = coalesce("invoices"."content" ->> 'credits', "invoices"."content" ->> 'replaces')
)`.mapWith(invoices.issuedAt) as SQL<Date | null>

/** Whether the VAT of a document is declared in a period: by its tax point, not by the day of its issue. */
const isDeclaredWithin = (startsAt: SQL, endsAt: SQL): SQL =>
  sql`${taxPointOf(invoices)} >= ${startsAt} and ${taxPointOf(invoices)} < ${endsAt}`

/** The invoices and credit notes that are declared in a quarter in batches, in the order of their numbers. */
export async function* readInvoices(db: Db, quarter: string) {
  const { startsAt, endsAt } = quarterBounds(quarter)
  const within = isDeclaredWithin(startsAt, endsAt)
  let last = ''
  while (true) {
    const batch = await db
      .select({ ...getTableColumns(invoices), correctedAt })
      .from(invoices)
      .where(and(within, gt(invoices.number, last)))
      .orderBy(asc(invoices.number))
      .limit(BATCH_SIZE)
    if (batch.length > 0) yield batch
    if (batch.length < BATCH_SIZE) return
    last = batch.at(-1)?.number ?? ''
  }
}

/** The sum of the invoices of a quarter, credit notes included. */
export async function sumInvoices(
  db: Db,
  quarter: string,
): Promise<{ invoiceCount: number; invoicedCents: number }> {
  const { startsAt, endsAt } = quarterBounds(quarter)
  const [found] = await db
    .select({
      invoiceCount: count(),
      invoicedCents: sql`coalesce(sum(${invoices.totalCents}), 0)`.mapWith(Number),
    })
    .from(invoices)
    .where(isDeclaredWithin(startsAt, endsAt))
  return found ?? { invoiceCount: 0, invoicedCents: 0 }
}
