import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Wallet } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Finality, ShareList } from '../../../money/earnings/Terms.tsx'
import { ObjectionTo } from '../../../money/objections/ObjectionTo.tsx'
import { SelfBilledCard } from '../../../money/selfBilling/SelfBilledCard.tsx'
import { formatRate } from '../../../money/vat/rates.rules.ts'
import type { StoppedBy } from '../../sessions/contract.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { Pagination } from '../../../ui/lists/Pagination.tsx'
import { formatDate, formatMinutes, plural } from '../../../ui/format.ts'
import { formatCents } from '../../../wire/money.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { EARNINGS_PAGE_SIZE, type EarningLine, type Earnings } from './contract.ts'
import { earningsQuery } from './hooks.ts'

const endedByLabels: Record<StoppedBy, string> = {
  USER: 'gestopt door de speler',
  CREATOR: 'gestopt door jou',
  ADMIN: 'gestopt door de winkel',
  ADMIN_FORCE: 'gestopt door de winkel',
  SYSTEM: 'vanzelf gestopt',
}

/** Weeks of which a statement is offered. */
const STATEMENTS = 5

/** `/studio/verdiensten`: a creator's earnings, when they are payable, each session, and the statements of weeks. */
export function EarningsPage() {
  const [params] = useSearchParams()
  const page = params.get('page')
  const { data: earnings } = useSuspenseQuery(earningsQuery(page))
  return (
    <div className="measure grid grid-cols-1 justify-items-center py-8 md:py-12">
      <PageTitle>Verdiensten</PageTitle>
      <div className="grid w-full max-w-4xl grid-cols-1 gap-6">
        <header className="grid gap-2">
          <div>
            <BackLink to="/studio">Studio</BackLink>
          </div>
          <h1 className="display text-title">Verdiensten</h1>
          <p className="text-ink-soft">
            Wat elke minuut je opleverde, tot op de cent, en wanneer je het krijgt. Wie er speelde, staat er
            niet bij.
          </p>
        </header>
        <Sums earnings={earnings} />
        <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2">
          <Upcoming earnings={earnings} />
          <Terms earnings={earnings} />
        </div>
        <Lines earnings={earnings} page={Number(page ?? 1)} />
        <SelfBilledCard />
        <Years quarters={earnings.quarters} />
        <Statements week={earnings.week} />
      </div>
    </div>
  )
}

function Sums({ earnings }: { earnings: Earnings }) {
  const { todayCents, weekCents, payableCents, balanceCents } = earnings
  const sums = [
    ['Vandaag', todayCents],
    ['Deze week', weekCents],
    ['Uitbetaalbaar', payableCents],
    ['Nog niet zeker', balanceCents - payableCents],
  ] as const
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface md:grid-cols-4">
      {sums.map(([name, cents]) => (
        <div key={name} className="-mt-px -ml-px grid gap-1 border-t border-l border-line px-4 py-4">
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="display figures text-heading">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ earnings: { lines, total }, page }: { earnings: Earnings; page: number }) {
  if (lines.length === 0)
    return (
      <Card>
        <EmptyState icon={Wallet} title="Nog niets verdiend">
          Na de eerste minuut die iemand speelt, staat hier wat je ervan krijgt.
        </EmptyState>
      </Card>
    )
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="display text-heading">Sessies en cadeaus</h2>
      <ul aria-label="Het nieuwste eerst" className="figures divide-y divide-line border-t border-line">
        {lines.map(line => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <Pagination
        current={page}
        last={Math.ceil(total / EARNINGS_PAGE_SIZE)}
        to={to => `/studio/verdiensten?page=${to}`}
      />
    </Card>
  )
}

function Line({ line }: { line: EarningLine }) {
  const { source, at, name, minutes, basisPoints, endedBy, takenBackCents } = line
  return (
    <li className="flex items-start justify-between gap-4 py-4">
      <span className="grid min-w-0 justify-items-start gap-0.5">
        <span className="font-medium wrap-anywhere">
          {name}
          {source === 'MINUTES' && ` · ${formatMinutes(minutes)}`}
        </span>
        <span className="text-small text-ink-soft">
          {formatDate(at)}
          {endedBy && ` · ${endedByLabels[endedBy]}`}
        </span>
        <span className="text-small text-ink-soft">
          {line.grossCents === 0 ? 'Van ons gekregen' : `Betaald ${formatCents(line.grossCents)}`}, jouw deel{' '}
          {formatRate(basisPoints)} van {formatCents(line.baseCents)}
        </span>
        {takenBackCents > 0 && (
          <span className="text-small text-danger">
            {formatCents(takenBackCents)} terug, want de betaling of de minuten gingen terug
          </span>
        )}
        <ObjectionTo subject="LINE" subjectId={line.id} {...line} />
      </span>
      <span className="shrink-0 font-medium">{formatCents(line.cents)}</span>
    </li>
  )
}

function Upcoming({ earnings }: { earnings: Earnings }) {
  const { upcoming, finalDays, balanceCents, payableCents } = earnings
  const restCents = upcoming.reduce((rest, { cents }) => rest - cents, balanceCents - payableCents)
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="display text-heading">Wanneer het zeker is</h2>
      {upcoming.length > 0 && (
        <dl className="figures divide-y divide-line border-y border-line">
          {upcoming.map(({ day, cents }) => (
            <div key={day} className="flex justify-between gap-4 py-2">
              <dt>{formatDate(day)}</dt>
              <dd className="font-medium">{formatCents(cents)}</dd>
            </div>
          ))}
          {restCents !== 0 && (
            <div className="flex justify-between gap-4 py-2">
              <dt>Daarna</dt>
              <dd className="font-medium">{formatCents(restCents)}</dd>
            </div>
          )}
        </dl>
      )}
      <Finality finalDays={finalDays} />
    </Card>
  )
}

const Terms = ({ earnings: { shares } }: { earnings: Earnings }) => (
  <Card className="grid grid-cols-1 gap-4">
    <h2 className="display text-heading">Jouw deel</h2>
    <ShareList shares={shares} />
    <p className="text-small text-ink-soft">
      Verandert een deel, dan geldt het nieuwe voor sessies die daarna beginnen.
    </p>
  </Card>
)

/** The figures that the tax authority gets of a year, too (DAC7). */
function Years({ quarters }: Pick<Earnings, 'quarters'>) {
  if (quarters.length === 0) return null
  return (
    <Card className="grid grid-cols-1 gap-4">
      <h2 className="display text-heading">Per kwartaal</h2>
      <p className="text-small text-ink-soft">
        Deze bedragen melden we na het einde van het jaar ook aan de Belastingdienst (DAC7).
      </p>
      <dl className="figures divide-y divide-line border-y border-line">
        {quarters.map(({ year, quarter, earnedCents, activities }) => (
          <div key={`${year} ${quarter}`} className="flex justify-between gap-4 py-2">
            <dt>
              {year}, kwartaal {quarter}
              <span className="text-ink-soft">
                {' '}
                · {plural(activities, 'sessie of cadeau', 'sessies en cadeaus')}
              </span>
            </dt>
            <dd className="font-medium">{formatCents(earnedCents)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const Statements = ({ week }: { week: string }) => (
  <Card className="grid grid-cols-1 gap-4">
    <h2 className="display text-heading">Weekoverzichten</h2>
    <p className="text-small text-ink-soft">
      Bewaar ze: elke regel draagt een controlegetal van zichzelf en van de regel ervoor. Zo is te bewijzen
      dat er later niets aan veranderd is.
    </p>
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
      {Array.from({ length: STATEMENTS }, (_, index) => shiftDay(week, -7 * index)).map(monday => (
        <li key={monday} className="flex flex-wrap items-center gap-x-4">
          <span>Week van {formatDate(monday)}</span>
          {(['pdf', 'csv'] as const).map(format => (
            <a
              key={format}
              href={`/api/studio/earnings/statement.${format}?week=${monday}`}
              download
              className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4 hover:text-accent-text"
            >
              <Download className="size-4" aria-hidden />
              {format.toUpperCase()}
              <span className="sr-only"> van de week van {formatDate(monday)}</span>
            </a>
          ))}
        </li>
      ))}
    </ul>
  </Card>
)
