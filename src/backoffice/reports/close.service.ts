import { asc } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { InvoiceKind } from '../../money/invoices/contract.ts'
import { fiscalYear } from '../../money/invoices/rules.ts'
import { closedPeriods, invoiceSeries } from '../../money/invoices/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { reconciliationChecks } from '../reconciliation/checks.service.ts'
import { endComparisons } from './comparison.service.ts'
import { type AccountingPeriod, ReportName } from './contract.ts'
import { type PeriodRefusal, quarterName, refuseClose } from '../../money/invoices/quarter.rules.ts'
import { quarterSpan } from './quarter.service.ts'
import { buildReport, findPeriods, sumInvoices } from './service.ts'
import { closedReports } from './table.ts'

const messages: Record<PeriodRefusal, string> = {
  RUNNING: 'Dit kwartaal is nog niet voorbij.',
  EARLIER_OPEN: 'Sluit eerst het kwartaal ervoor.',
  NOT_INVOICED: 'Niet alles van dit kwartaal is gefactureerd. Kijk bij Boekhouding wat er ontbreekt.',
}

/**
 * Closes a quarter: keeps its reports as they are now, and forbids invoices that are dated in it (a trigger). Locks the series of
 * invoices first, as issuing an invoice does: an invoice is in the reports, or is refused and issued with a later time.
 * @throws Problem NOT_FOUND before the first sale; CONFLICT while the quarter runs, an earlier one is open, or a sale in it is
 * not invoiced
 */
export const closeQuarter = (
  { db, now }: Pick<Platform, 'db' | 'now'>,
  by: string,
  quarter: string,
): Promise<z.input<typeof AccountingPeriod>> =>
  db.transaction(async tx => {
    await lockInvoiceSeries(tx, [Number(quarter.slice(0, 4)), fiscalYear(now())])
    const at = now()
    const periods = await findPeriods(tx, at)
    const period = periods.find(each => each.quarter === quarter)
    if (!period) throw new Problem('NOT_FOUND', { message: 'In dit kwartaal is niets verkocht.' })
    if (period.state === 'CLOSED') return period
    await assertClosable(tx, quarter, periods, toBrusselsDay(at))
    const number = periods.filter(({ state }) => state === 'CLOSED').length + 1
    await endComparisons(tx, quarter)
    const closed = { quarter, number, closedBy: by, closedAt: at, ...(await quarterSpan(tx, quarter)) }
    await tx.insert(closedPeriods).values({ ...closed, ...(await sumInvoices(tx, quarter)) })
    for (const report of ReportName.options)
      await tx
        .insert(closedReports)
        .values({ quarter, report, content: await buildReport(tx, quarter, report) })
    await recordAuditEntry(tx, { by, action: 'PERIOD_CLOSED', subjectId: quarter, details: { number } })
    return (await findPeriods(tx, at)).find(each => each.quarter === quarter) as z.input<
      typeof AccountingPeriod
    >
  })

/** Also those of which the first invoice is being issued: one of this year may have its tax point in the last. */
async function lockInvoiceSeries(tx: Tx, years: readonly number[]): Promise<void> {
  const series = InvoiceKind.options.flatMap(kind => [...new Set(years)].map(year => ({ kind, year })))
  await tx.insert(invoiceSeries).values(series).onConflictDoNothing()
  await tx
    .select()
    .from(invoiceSeries)
    .orderBy(asc(invoiceSeries.kind), asc(invoiceSeries.year))
    .for('update')
}

async function assertClosable(
  tx: Tx,
  quarter: string,
  periods: z.input<typeof AccountingPeriod>[],
  today: string,
): Promise<void> {
  const openBefore = periods.filter(each => each.quarter < quarter && each.state !== 'CLOSED').length
  const refusal = refuseClose(quarter, { today, openBefore, uninvoiced: await countUninvoiced(tx, quarter) })
  if (refusal) throw new Problem('CONFLICT', { message: `${quarterName(quarter)}: ${messages[refusal]}` })
}

/** Counts the payments and refunds without an invoice or credit note at the end of the quarter. */
async function countUninvoiced(tx: Tx, quarter: string): Promise<number> {
  const { endsAt } = await quarterSpan(tx, quarter)
  const checks = reconciliationChecks(endsAt)
  const found: unknown[] = []
  // One after another: a transaction has one connection.
  for (const check of ['orders.invoice', 'minutes.invoice', 'gifts.invoice', 'refunds.credit'] as const)
    found.push(...(await queryRows(tx, checks[check])))
  return found.length
}
