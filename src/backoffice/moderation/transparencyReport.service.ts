import { sql } from 'drizzle-orm'
import { ReportReason } from '../../people/contentReports/contract.ts'
import { reportReasonLabels } from '../../people/contentReports/labels.rules.ts'
import { contentCases, contentDecisions, contentReports } from '../../people/contentReports/table.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/text/csv.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRows, sqlDay } from '../../platform/db/sql.ts'
import type { TransparencyRow } from './contract.ts'

const decisionSeconds = sql`extract(epoch from first.decided_at - c.created_at)`

/**
 * Of the reports in a period: a row for each reason, and one of all together. A case counts for each of its reports.
 * @param period the year or month of Brussels with which their day begins: `2026`, `2026-11`
 */
export async function findTransparencyRows(db: Db, period: string): Promise<TransparencyRow[]> {
  const rows = await queryRows<TransparencyRow>(
    db,
    sql`
    select r.reason, count(*)::int as reports,
      count(*) filter (where last.decision = 'KEEP')::int as kept,
      count(*) filter (where last.decision = 'REMOVE')::int as removed,
      count(*) filter (where last.decision = 'SUSPEND')::int as suspended,
      count(*) filter (where c.due_at is not null)::int as waiting,
      count(*) filter (where c.status in ('APPEALED', 'FINAL'))::int as appealed,
      count(*) filter (where on_appeal.decision <> first.decision)::int as overturned,
      round((percentile_cont(0.5) within group (order by ${decisionSeconds}) / 3600)::numeric, 1)::float8 as "medianHours",
      round((max(${decisionSeconds}) / 3600)::numeric, 1)::float8 as "longestHours"
    from ${contentReports} r
      join ${contentCases} c on c.id = r.case_id
      left join ${contentDecisions} first on first.case_id = c.id and not first.is_on_appeal
      left join ${contentDecisions} on_appeal on on_appeal.case_id = c.id and on_appeal.is_on_appeal
      left join lateral (select coalesce(on_appeal.decision, first.decision) as decision) last on true
    where starts_with(${sqlDay(sql`r.created_at`)}::text, ${period})
    group by grouping sets ((r.reason), ())`,
  )
  const reasons: (string | null)[] = ReportReason.options
  const order = ({ reason }: TransparencyRow) => (reason === null ? reasons.length : reasons.indexOf(reason))
  return rows.filter(({ reports }) => reports > 0).toSorted((one, other) => order(one) - order(other))
}

const headings = [
  'Reden',
  'Meldingen',
  'Blijft staan',
  'Weggehaald',
  'Weggehaald en geschorst',
  'Wacht',
  'Bezwaar',
  'Anders na bezwaar',
  'Mediaan in uren',
  'Langste in uren',
]

/** The numbers of a year as a file that Excel opens. */
export async function writeTransparencyReport(db: Db, year: number): Promise<string> {
  const rows = await findTransparencyRows(db, String(year))
  const cells = rows.map(each => [
    each.reason === null ? 'Totaal' : reportReasonLabels[each.reason],
    each.reports,
    each.kept,
    each.removed,
    each.suspended,
    each.waiting,
    each.appealed,
    each.overturned,
    formatHours(each.medianHours),
    formatHours(each.longestHours),
  ])
  return BYTE_ORDER_MARK + writeCsvRows([headings, ...cells])
}

const formatHours = (hours: number | null): string => (hours === null ? '' : String(hours).replace('.', ','))
