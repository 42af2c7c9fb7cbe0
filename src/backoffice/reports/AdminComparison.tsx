import { Scale } from 'lucide-react'
import { providerTexts } from '../../money/payments/providers/texts.rules.ts'
import { CallError } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Card } from '../../ui/components/Card.tsx'
import { DataTable, type TableColumn } from '../../ui/lists/DataTable.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'
import { FieldError } from '../../ui/forms/Field.tsx'
import { formatDateTime, plural } from '../../ui/format.ts'
import { formatCents } from '../../wire/money.ts'
import { differenceText } from './comparison.rules.ts'
import type { ComparisonFailure, ComparisonState, PaymentDifference } from './contract.ts'
import { useCompare, useComparison } from './hooks.ts'
import { formatShortDay } from './labels.rules.ts'
import { kindNames } from './payments.rules.ts'

const failures: Record<ComparisonFailure, (provider: string) => string> = {
  UNAVAILABLE: name => `${name} gaf geen antwoord. Probeer het later opnieuw.`,
  TOO_LONG: name => `${name} had meer dan tien minuten nodig. Probeer het op een rustiger moment opnieuw.`,
  TOO_MANY: name =>
    `Bijna niets komt overeen. Kijk of de sleutel of het bestand van ${name} bij deze winkel hoort.`,
  LOST: () => 'Het vergelijken is onderbroken. Probeer het opnieuw.',
}

interface QuarterProps {
  quarter: string
  isClosed: boolean
}

/** The payments of a quarter beside the records of each provider that it had. */
export function AdminComparison(props: QuarterProps) {
  const { data = [], isError, error } = useComparison(props.quarter)
  if (isError) throw error
  return data.map(state => <ProviderComparison key={state.provider} {...props} state={state} />)
}

/** The differences with a provider, and the time of the comparison. */
function ProviderComparison({ quarter, isClosed, state }: QuarterProps & { state: ComparisonState }) {
  const compare = useCompare()
  const { provider, isRunning, failure, comparison } = state
  const { name = provider, exportHelp = null } = providerTexts[provider] ?? {}
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="font-medium">Vergelijking met {name}</h3>
          <p className="text-small text-ink-soft" role="status">
            {statusOf(state, name, isClosed)}
          </p>
        </div>
        {!isClosed && exportHelp === null && (
          <Button
            variant="secondary"
            size="sm"
            busy={isRunning || compare.isPending}
            onClick={() => compare.mutate({ quarter, provider })}
          >
            <Scale aria-hidden />
            {comparison ? 'Opnieuw vergelijken' : 'Vergelijken'}
          </Button>
        )}
      </div>
      {!isClosed && exportHelp !== null && (
        <div className="grid max-w-2xl justify-items-start gap-2 text-small">
          <p className="text-ink-soft">{exportHelp}</p>
          <label className="relative inline-flex h-10 items-center rounded-card border border-line-strong bg-surface px-4 font-medium hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
            {compare.isPending ? 'Het bestand wordt vergeleken…' : 'Kies een CSV-bestand'}
            <input
              type="file"
              aria-label={`CSV-bestand van ${name}`}
              accept=".csv,text/csv"
              disabled={compare.isPending}
              className="absolute inset-0 opacity-0"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // The same file may be chosen again.
                target.value = ''
                if (file) compare.mutate({ quarter, provider, file })
              }}
            />
          </label>
          <FieldError>{compare.error instanceof CallError && compare.error.fields['file']}</FieldError>
        </div>
      )}
      {failure && !isRunning && (
        <Notice tone="error" title={`Niet vergeleken op ${formatDateTime(failure.failedAt)}`}>
          {failures[failure.reason](name)} Het rapport hieronder is te gebruiken.
        </Notice>
      )}
      {comparison && <Sums comparison={comparison} name={name} />}
      {comparison && comparison.totalDifferences > 0 && <Differences comparison={comparison} name={name} />}
    </Card>
  )
}

function statusOf({ isRunning, comparison }: ComparisonState, name: string, isClosed: boolean): string {
  const last = comparison && `Vergeleken op ${formatDateTime(comparison.comparedAt)}`
  if (isRunning) return `De lijsten van ${name} worden opgehaald.${last ? ` ${last}.` : ''}`
  if (!last)
    return isClosed
      ? 'Voor het sluiten is er niet vergeleken.'
      : `De betalingen langs ${name} zijn nog niet vergeleken. Doe dit voor je het kwartaal sluit.`
  const { totalDifferences: total } = comparison
  return `${last}: ${total === 0 ? 'alles klopt' : plural(total, 'verschil', 'verschillen')}.`
}

interface ComparisonProps {
  comparison: NonNullable<ComparisonState['comparison']>
  name: string
}

const Sums = ({ comparison, name: providerName }: ComparisonProps) => (
  <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
    {[
      { name: 'Bij ons', sum: comparison.own },
      { name: `Bij ${providerName}`, sum: comparison.provider },
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

const columnsFor = (provider: string): TableColumn<PaymentDifference>[] => [
  { name: 'Dag', cell: ({ day }) => formatShortDay(day), className: 'md:whitespace-nowrap' },
  { name: 'Soort', cell: ({ kind }) => kindNames[kind] },
  { name: 'Kenmerk', cell: ({ providerId }) => providerId ?? '' },
  { name: 'Bij ons', cell: ({ ownCents }) => centsText(ownCents), align: 'end' },
  {
    name: `Bij ${provider}`,
    cell: ({ providerCents }) => centsText(providerCents),
    align: 'end',
  },
  {
    name: 'Verschil',
    cell: difference => (
      <UnbrokenNumbers>{differenceText(difference, provider, formatShortDay)}</UnbrokenNumbers>
    ),
  },
]

function Differences({ comparison: { differences, totalDifferences: total }, name }: ComparisonProps) {
  const rows = differences.map((difference, index) => ({ key: String(index), difference }))
  return (
    <>
      <DataTable
        isWide
        caption={`Verschillen met ${name}`}
        columns={columnsFor(name).map(({ cell, ...column }) => ({
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
