import { Scale } from 'lucide-react'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { DataTable, type TableColumn } from '../../ui/components/DataTable.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import { differenceText } from './comparison.rules.ts'
import type { ComparisonFailure, ComparisonState, PaymentDifference } from './contract.ts'
import { useComparison, useStartComparison } from './hooks.ts'
import { formatShortDay } from './labels.rules.ts'
import { kindNames } from './payments.rules.ts'

const failures: Record<ComparisonFailure, string> = {
  UNAVAILABLE: 'Mollie gaf geen antwoord. Probeer het later opnieuw.',
  TOO_LONG: 'Mollie had meer dan tien minuten nodig. Probeer het op een rustiger moment opnieuw.',
  TOO_MANY: 'Bijna niets komt overeen. Kijk of de sleutel van Mollie bij deze winkel hoort.',
  LOST: 'Het vergelijken is onderbroken. Probeer het opnieuw.',
}

/** The payments of a quarter beside the lists of Mollie: what differs, and when that was looked at. */
export function AdminComparison({ quarter, isClosed }: { quarter: string; isClosed: boolean }) {
  const { data, isError, error } = useComparison(quarter)
  const start = useStartComparison()
  if (isError) throw error
  if (!data) return null
  const { isRunning, failure, comparison } = data
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="font-medium">Vergelijking met Mollie</h3>
          <p className="text-small text-ink-soft" role="status">
            {statusOf(data, isClosed)}
          </p>
        </div>
        {!isClosed && (
          <Button
            variant="secondary"
            size="sm"
            busy={isRunning || start.isPending}
            onClick={() => start.mutate({ quarter })}
          >
            <Scale aria-hidden />
            {comparison ? 'Opnieuw vergelijken' : 'Vergelijken'}
          </Button>
        )}
      </div>
      {failure && !isRunning && (
        <Notice tone="error" title={`Niet vergeleken op ${formatDateTime(failure.failedAt)}`}>
          {failures[failure.reason]} Het rapport hieronder is te gebruiken.
        </Notice>
      )}
      {comparison && <Sums comparison={comparison} />}
      {comparison && comparison.totalDifferences > 0 && (
        <Differences differences={comparison.differences} total={comparison.totalDifferences} />
      )}
    </Card>
  )
}

function statusOf({ isRunning, comparison }: ComparisonState, isClosed: boolean): string {
  const last = comparison && `Vergeleken op ${formatDateTime(comparison.comparedAt)}`
  if (isRunning) return `De lijsten van Mollie worden opgehaald.${last ? ` ${last}.` : ''}`
  if (!last)
    return isClosed
      ? 'Voor het sluiten is er niet vergeleken.'
      : 'Nog niet vergeleken. Doe dit voor je het kwartaal sluit.'
  const { totalDifferences: total } = comparison
  return `${last}: ${total === 0 ? 'alles klopt' : plural(total, 'verschil', 'verschillen')}.`
}

const Sums = ({
  comparison: { own, provider },
}: {
  comparison: NonNullable<ComparisonState['comparison']>
}) => (
  <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
    {[
      { name: 'Bij ons', sum: own },
      { name: 'Bij Mollie', sum: provider },
    ].map(({ name, sum: { count, cents } }) => (
      <div key={name}>
        <dt className="text-small text-ink-soft">{name}</dt>
        <dd className="font-medium">
          {formatCents(cents)}{' '}
          <span className="text-small font-normal text-ink-soft">
            in {plural(count, 'boeking', 'boekingen')}
          </span>
        </dd>
      </div>
    ))}
  </dl>
)

const centsText = (cents: number | null): string => (cents === null ? '' : formatCents(cents))

const columns: TableColumn<PaymentDifference>[] = [
  { name: 'Dag', cell: ({ day }) => formatShortDay(day), className: 'md:whitespace-nowrap' },
  { name: 'Soort', cell: ({ kind }) => kindNames[kind] },
  { name: 'Kenmerk', cell: ({ providerId }) => providerId ?? '' },
  { name: 'Bij ons', cell: ({ ownCents }) => centsText(ownCents), align: 'end' },
  { name: 'Bij Mollie', cell: ({ providerCents }) => centsText(providerCents), align: 'end' },
  {
    name: 'Verschil',
    cell: difference => (
      <UnbrokenNumbers>{differenceText(difference, 'Mollie', formatShortDay)}</UnbrokenNumbers>
    ),
  },
]

function Differences({ differences, total }: { differences: PaymentDifference[]; total: number }) {
  const rows = differences.map((difference, index) => ({ key: String(index), difference }))
  return (
    <>
      <DataTable
        isWide
        caption="Verschillen met Mollie"
        columns={columns.map(({ cell, ...column }) => ({
          ...column,
          cell: ({ difference }: (typeof rows)[number]) => cell(difference),
        }))}
        rows={rows}
        keyOf={({ key }) => key}
      />
      {rows.length < total && (
        <p className="text-small text-ink-soft">
          De eerste {rows.length} van {plural(total, 'verschil', 'verschillen')}; in de bestanden staan ze
          allemaal.
        </p>
      )}
    </>
  )
}
