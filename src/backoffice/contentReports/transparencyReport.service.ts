import { sql } from 'drizzle-orm'
import { ReportReason } from '../../people/contentReports/contract.ts'
import { reportReasonLabels } from '../../people/contentReports/labels.rules.ts'
import { contentCases, contentDecisions, contentReports } from '../../people/contentReports/table.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../platform/csv.ts'
import type { Db } from '../../platform/db.ts'
import { queryRows, sqlDay } from '../../platform/sql.ts'
import type { TransparencyRow } from './contract.ts'

/** A row for each reason, and one of all reports together. A case counts for each of its reports. */
export async function findTransparencyRows(db: Db, year: number): Promise<TransparencyRow[]> {
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
      round((percentile_cont(0.5) within group (order by extract(epoch from first.decided_at - c.created_at)) / 3600)::numeric, 1)::float8
        as "medianHours"
    from ${contentReports} r
      join ${contentCases} c on c.id = r.case_id
      left join ${contentDecisions} first on first.case_id = c.id and not first.is_on_appeal
      left join ${contentDecisions} on_appeal on on_appeal.case_id = c.id and on_appeal.is_on_appeal
      left join lateral (select coalesce(on_appeal.decision, first.decision) as decision) last on true
    where ${sqlDay(sql`r.created_at`)} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
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
]

/** The numbers of a year as a file that Excel opens. */
export async function writeTransparencyReport(db: Db, year: number): Promise<string> {
  const rows = await findTransparencyRows(db, year)
  const cells = rows.map(each => [
    each.reason === null ? 'Totaal' : reportReasonLabels[each.reason],
    each.reports,
    each.kept,
    each.removed,
    each.suspended,
    each.waiting,
    each.appealed,
    each.overturned,
    each.medianHours === null ? '' : String(each.medianHours).replace('.', ','),
  ])
  return BYTE_ORDER_MARK + writeCsvRows([headings, ...cells])
}
