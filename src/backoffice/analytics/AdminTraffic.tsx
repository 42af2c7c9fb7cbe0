import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount, formatPercent, plural } from '../../ui/format.ts'
import { cn } from '../../ui/components/cn.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { compareWithPrevious } from './comparison.rules.ts'
import type { VisitTotals, WebsiteAnalytics } from './contract.ts'
import { durationName, periodBefore } from './labels.rules.ts'

// Loaded on demand: the chart library is large, and only admins need it.
const TrafficChart = lazyPart({
  load: async () => (await import('./AdminTrafficChart.tsx')).AdminTrafficChart,
  placeholder: <Skeleton className="h-80" />,
})

/** Visitors and page views, over time and compared with the previous period. */
export function AdminTraffic({ analytics }: { analytics: WebsiteAnalytics }) {
  const { averageTime, bounceRate, returningRate, series, visits, filters } = analytics
  const ofVisits = (text: string) => (visits > 0 ? text : '–')
  return (
    <section aria-labelledby="traffic" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id="traffic" className="sr-only">
        Bezoek
      </h2>
      <dl className="figures grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 xl:grid-cols-6">
        <Compared name="Bezoekers" of="totalVisitors" analytics={analytics} />
        <Compared name="Bezoeken" of="visits" analytics={analytics} />
        <Compared name="Paginaweergaven" of="pageViews" analytics={analytics} />
        <Figure name="Gemiddelde duur" value={ofVisits(durationName(averageTime))}>
          per bezoek
        </Figure>
        <Figure name="Meteen weer weg" value={ofVisits(formatPercent(bounceRate))}>
          van de bezoeken
        </Figure>
        <Figure name="Terugkerend" value={ofVisits(formatPercent(returningRate))}>
          van de bezoeken
        </Figure>
      </dl>
      <Notes analytics={analytics} />
      <TrafficChart series={series} isByHour={filters.days === 1} />
    </section>
  )
}

const Figure = ({ name, value, children }: { name: string; value: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd>
      <span className="display block text-heading">{value}</span>
      <span className="grid gap-0.5 text-tiny text-ink-faint">{children}</span>
    </dd>
  </div>
)

interface ComparedProps {
  name: string
  of: keyof VisitTotals
  analytics: WebsiteAnalytics
}

/** A number with its change since the previous period, in words. */
function Compared({ name, of, analytics }: ComparedProps) {
  const { [of]: now, previous, filters } = analytics
  const { direction, label: words } = compareWithPrevious(now, previous[of])
  const Arrow = direction === 'more' ? ArrowUp : direction === 'less' ? ArrowDown : null
  return (
    <Figure name={name} value={formatCount(now)}>
      {words && (
        <span
          className={cn(
            'flex items-center gap-0.5 font-semibold',
            direction === 'more' && 'text-green',
            direction === 'less' && 'text-danger',
          )}
        >
          {Arrow && <Arrow className="size-3.5" aria-hidden />}
          {words}
        </span>
      )}
      <span>
        {periodBefore[filters.days]}: {formatCount(previous[of])}
      </span>
    </Figure>
  )
}

/** The coverage of the numbers, with the visits that the filters leave out. */
function Notes({ analytics: { withoutConsent, totalVisitors, filters } }: { analytics: WebsiteAnalytics }) {
  const leftOut = filters.totalWithBots - totalVisitors
  return (
    <p className="mt-5 mb-6 border-t border-line pt-4 text-small text-ink-soft">
      {withoutConsent > 0
        ? `Daarnaast ${plural(withoutConsent, 'paginaweergave', 'paginaweergaven')} van mensen zonder toestemming: van hen is verder niets bekend.`
        : 'Alleen wie toestemming gaf telt mee.'}
      {leftOut > 0 &&
        ` Weggelaten: ${formatCount(leftOut)} ${leftOut === 1 ? 'bot of programma' : 'bots en programma’s'}.`}
    </p>
  )
}
