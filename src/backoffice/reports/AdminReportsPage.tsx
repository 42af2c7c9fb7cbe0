import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, FileArchive, FileSpreadsheet, Lock } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { AdminUndelivered } from '../../money/invoices/admin/AdminUndelivered.tsx'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { ConfirmButton } from '../../ui/dialogs/ConfirmButton.tsx'
import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { FilterSelect } from '../../ui/lists/FilterSelect.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { formatDate, plural } from '../../ui/format.ts'
import { useListNavigate } from '../../ui/lists/listNavigation.ts'
import { Dac7Card } from '../dac7/Dac7Card.tsx'
import { AdminComparison } from './AdminComparison.tsx'
import {
  type AccountingPeriod,
  type Cell,
  invoicesFilePath,
  reportFilePath,
  ReportName,
  type ReportTable,
} from './contract.ts'
import { periodsQuery, reportListUrl, reportQuery, useClosePeriod } from './hooks.ts'
import {
  formatCell,
  formatPageCell,
  isNumeric,
  type PageColumn,
  periodStateLabels,
  reportLabels,
  toPageColumns,
} from './labels.rules.ts'
import { quarterName } from '../../money/invoices/quarter.rules.ts'

const reportOptions = ReportName.options.map(value => ({ value, name: reportLabels[value].name }))

/** `/admin/reports`: the reports for an accountant, a quarter at a time. */
export function AdminReportsPage() {
  const { data: periods } = useSuspenseQuery(periodsQuery)
  const [search] = useSearchParams()
  const query = reportListUrl.parse(search)
  const navigate = useListNavigate()
  const period = periods.find(({ quarter }) => quarter === query.quarter) ?? periods[0]
  if (!period) return null
  const { quarter } = period
  const { report } = query
  return (
    <>
      <AdminPageHeader
        title="Rapporten"
        aside={<PeriodBadge period={period} />}
        actions={
          <>
            <Button asChild variant="secondary" size="sm">
              <a href={invoicesFilePath(quarter)} download>
                <FileArchive aria-hidden />
                Alle facturen
              </a>
            </Button>
            {period.state === 'OPEN' && <CloseButton quarter={quarter} />}
          </>
        }
      >
        Voor je boekhouder, per kwartaal. Een gesloten kwartaal verandert niet meer; wat daarna terugbetaald
        wordt, staat in het volgende.
      </AdminPageHeader>
      <AdminUndelivered />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <FilterSelect
          label="Kwartaal"
          value={quarter}
          options={periods.map(each => ({ value: each.quarter, name: quarterName(each.quarter) }))}
          to={chosen => reportListUrl.href(query, { quarter: chosen ?? '' })}
        />
        <SegmentedControl
          label="Rapport"
          options={reportOptions}
          value={report}
          onChange={chosen => navigate(reportListUrl.href(query, { report: chosen }))}
        />
      </div>
      <Report quarter={quarter} report={report} isClosed={period.state === 'CLOSED'} />
      {/* The newest quarter is that of today. */}
      <Dac7Card thisYear={Number(periods[0]?.quarter.slice(0, 4))} />
    </>
  )
}

function PeriodBadge({ period: { state, number, closedAt, closedBy } }: { period: AccountingPeriod }) {
  const { name, tone } = periodStateLabels[state]
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{number === null ? name : `${name}, nummer ${number}`}</Badge>
      {closedAt && `op ${formatDate(closedAt)} door ${closedBy ?? ''}`}
    </span>
  )
}

function CloseButton({ quarter }: { quarter: string }) {
  const close = useClosePeriod()
  return (
    <ConfirmButton
      size="sm"
      label={
        <>
          <Lock aria-hidden />
          Kwartaal sluiten
        </>
      }
      title={`${quarterName(quarter)} sluiten`}
      confirm="Sluiten"
      busy={close.isPending}
      onConfirm={done => close.mutate({ quarter }, { onSettled: done })}
    >
      De rapporten blijven zoals ze nu zijn, en er komt geen factuur meer in dit kwartaal bij. Dit kun je niet
      terugdraaien.
    </ConfirmButton>
  )
}

function Report({ quarter, report, isClosed }: { quarter: string; report: ReportName; isClosed: boolean }) {
  const { data, isError, error } = useQuery(reportQuery(quarter, report))
  const { name, meaning } = reportLabels[report]
  if (isError) throw error
  return (
    <section aria-label={name} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-subheading font-medium">{name}</h2>
          <p className="max-w-2xl text-small text-ink-soft">{meaning}</p>
        </div>
        <div className="flex gap-2">
          <FileLink href={reportFilePath(quarter, report, 'csv')} icon={Download} name="CSV" />
          <FileLink href={reportFilePath(quarter, report, 'xlsx')} icon={FileSpreadsheet} name="XLSX" />
        </div>
      </div>
      {(report === 'payments' || report === 'settlements') && (
        <AdminComparison key={quarter} quarter={quarter} isClosed={isClosed} />
      )}
      {data ? <Rows table={data} caption={name} totalRows={data.totalRows} /> : <Skeleton className="h-64" />}
    </section>
  )
}

const FileLink = ({ href, icon: Icon, name }: { href: string; icon: typeof Download; name: string }) => (
  <Button asChild variant="secondary" size="sm">
    <a href={href} download>
      <Icon aria-hidden />
      {name}
    </a>
  </Button>
)

function Rows({ table, caption, totalRows }: { table: ReportTable; caption: string; totalRows: number }) {
  const { columns, rows, totals, warnings = [] } = table
  const tableColumns = toPageColumns(columns).map(toTableColumn)
  const numbered = rows.map((cells, index) => ({ key: String(index), cells }))
  return (
    <>
      {warnings.map(warning => (
        <Notice key={warning} tone="waiting" title={warning} />
      ))}
      {totals.length > 0 && <Totals columns={columns} totals={totals} />}
      {rows.length === 0 && <EmptyState icon={FileSpreadsheet} title="Niets in dit kwartaal" />}
      {rows.length > 0 && (
        <DataTable isWide caption={caption} columns={tableColumns} rows={numbered} keyOf={({ key }) => key} />
      )}
      {rows.length < totalRows && (
        <p className="text-small text-ink-soft">
          De eerste {rows.length} van {plural(totalRows, 'regel', 'regels')}; in de bestanden staan ze
          allemaal.
        </p>
      )}
    </>
  )
}

const Totals = ({ columns, totals }: Pick<ReportTable, 'columns' | 'totals'>) => (
  <dl aria-label="Totaal" className="figures flex flex-wrap gap-x-8 gap-y-2">
    {columns.map(({ name, kind }, index) => {
      const total = totals[index]
      return total === null || total === undefined ? null : (
        <div key={name}>
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="text-subheading font-medium">{formatCell(total, kind)}</dd>
        </div>
      )
    })}
  </dl>
)

interface NumberedRow {
  key: string
  cells: Cell[]
}

const toTableColumn = (column: PageColumn): TableColumn<NumberedRow> => ({
  name: column.name,
  cell: ({ cells }) => {
    const { text, more } = formatPageCell(column, cells)
    // Nothing at all, so that a phone leaves it out.
    return text === '' && more.length === 0 ? null : <PageCell text={text} more={more} />
  },
  ...(isNumeric(column.kind) && { align: 'end' }),
  ...(column.kind !== 'text' && { className: 'md:whitespace-nowrap' }),
})

const PageCell = ({ text, more }: ReturnType<typeof formatPageCell>) => (
  <>
    <UnbrokenNumbers>{text}</UnbrokenNumbers>
    {more.map(each => (
      <span key={each} className="block text-tiny font-normal text-ink-soft">
        <UnbrokenNumbers>{each}</UnbrokenNumbers>
      </span>
    ))}
  </>
)
