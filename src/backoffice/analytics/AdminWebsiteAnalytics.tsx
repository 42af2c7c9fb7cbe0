import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { AdminTopList } from './AdminTopList.tsx'
import { AdminTraffic } from './AdminTraffic.tsx'
import { type WebsiteAnalytics, funnelSteps } from './contract.ts'
import { type VisitorsPageQuery, websiteAnalyticsQuery } from './hooks.ts'
import { formatCount, formatPercent } from '../../ui/format.ts'
import { AdminAnalyticsCard } from './AdminAnalyticsCard.tsx'
import { shareOf } from './comparison.rules.ts'
import { funnelStepNames, deviceNames, UNKNOWN } from './labels.rules.ts'
import { type NamedCount, withRest } from './topLists.rules.ts'

/** The report of a period. The previous report stays, dimmed, until the next has loaded. */
export function AdminWebsiteAnalytics({ query }: { query: VisitorsPageQuery }) {
  const website = useQuery({ ...websiteAnalyticsQuery(query), placeholderData: before => before })
  const { data, isError, error, isPlaceholderData } = website
  return (
    <div className="grid gap-6">
      {isError && (
        <Notice tone="error" title={data ? 'Deze cijfers kunnen verouderd zijn' : 'De cijfers zijn er niet'}>
          <p>{userMessageOf(error)}</p>
          <Button variant="link" className="text-small" onClick={() => void website.refetch()}>
            Probeer het opnieuw
          </Button>
        </Notice>
      )}
      {data ? (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={cn('transition-opacity duration-200', isPlaceholderData && 'opacity-60 delay-100')}
        >
          {hasNoVisits(data) ? (
            <NoVisits days={data.filters.days} />
          ) : (
            <AnalyticsGrid analytics={data} query={query} />
          )}
        </div>
      ) : (
        !isError && <AnalyticsSkeleton />
      )}
    </div>
  )
}

/** No visits now or before, and none that the filters leave out. */
const hasNoVisits = ({ visits, withoutConsent, previous, filters }: WebsiteAnalytics): boolean =>
  visits + withoutConsent + previous.visits + filters.totalWithBots === 0

const NoVisits = ({ days }: { days: number }) => (
  <div className="rounded-card border border-line bg-surface">
    <EmptyState
      icon={Footprints}
      title={days === 1 ? 'Vandaag nog geen bezoek' : `Geen bezoek in ${days} dagen`}
    >
      Hier komt wat er in de winkel wordt bekeken, gezocht en gekocht. Alleen wie daar toestemming voor geeft
      wordt gezien; van anderen telt alleen hoe vaak een pagina is bekeken.
    </EmptyState>
  </div>
)

const AnalyticsGrid = ({ analytics, query }: { analytics: WebsiteAnalytics; query: VisitorsPageQuery }) => (
  <div className="grid gap-6">
    <AdminTraffic analytics={analytics} />
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <AdminTopList name="pages" analytics={analytics} query={query} />
      <AdminTopList name="referrers" analytics={analytics} query={query} />
      <AdminTopList name="countries" analytics={analytics} query={query} />
      <AdminFunnel funnel={analytics.funnel} />
      <AdminDevices analytics={analytics} />
      <AdminTopList name="searches" analytics={analytics} query={query} />
    </div>
  </div>
)

const AnalyticsSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-144 rounded-card sm:h-128 xl:h-112" />
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      {['pages', 'referrers', 'countries', 'funnel', 'equipment', 'searches'].map(part => (
        <Skeleton key={part} className="h-80 rounded-card" />
      ))}
    </div>
  </div>
)

/** The funnel steps, each with its share of the step before. */
const AdminFunnel = ({ funnel }: Pick<WebsiteAnalytics, 'funnel'>) => (
  <AdminAnalyticsCard title="Van kijken naar kopen" aside="bezoeken">
    <ol aria-label="Van kijken naar kopen" className="figures grid gap-5 text-small">
      {funnelSteps.map((step, index) => {
        const before = funnelSteps[index - 1]
        return (
          <li key={step} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-4">
              <span>{funnelStepNames[step]}</span>{' '}
              <span className="shrink-0">
                {before && funnel[before] > 0 && (
                  <span className="mr-3 text-ink-soft">
                    {formatPercent(shareOf(funnel[step], funnel[before]))} ging door
                  </span>
                )}{' '}
                <span className="font-medium">{formatCount(funnel[step])}</span>
              </span>
            </div>
            <Bar share={shareOf(funnel[step], funnel.product)} />
          </li>
        )
      })}
    </ol>
  </AdminAnalyticsCard>
)

const Bar = ({ share }: { share: number }) => (
  <div aria-hidden className="h-2 overflow-hidden rounded-full bg-ink/6">
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-200"
      style={{ width: `${share * 100}%` }}
    />
  </div>
)

/** From the largest share to the rest. */
const shades = ['bg-accent', 'bg-accent/60', 'bg-accent/30', 'bg-ink/20']

/** Devices, browsers and systems as shares; the smaller ones are added together. */
function AdminDevices({ analytics }: { analytics: WebsiteAnalytics }) {
  const { visits, devices, browsers, systems } = analytics
  const shares = {
    Apparaat: devices.map(each => ({ name: deviceNames[each.device], count: each.visits })),
    Browser: browsers.map(each => ({ name: each.browser ?? UNKNOWN, count: each.visits })),
    Systeem: systems.map(each => ({ name: each.os ?? UNKNOWN, count: each.visits })),
  }
  return (
    <AdminAnalyticsCard title="Apparaten" aside="van de bezoeken">
      {visits === 0 ? (
        <p className="text-small text-ink-soft">Nog geen bezoek.</p>
      ) : (
        <div className="figures grid gap-5 text-small">
          {Object.entries(shares).map(([title, rows]) => (
            <Shares key={title} title={title} total={visits} rows={rows} />
          ))}
        </div>
      )}
    </AdminAnalyticsCard>
  )
}

/** A divided bar with its legend. */
function Shares({ title, total, rows }: { title: string; total: number; rows: NamedCount[] }) {
  const parts = withRest(rows, total, shades.length - 1).map(({ name, count }, index) => ({
    name,
    share: shareOf(count, total),
    shade: shades[index],
  }))
  return (
    <div className="grid gap-2">
      <h3 className="text-tiny font-semibold text-ink-faint">{title}</h3>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {parts.map(({ name, share, shade }) => (
          <span key={name} className={cn('h-full', shade)} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <ul aria-label={title} className="flex flex-wrap gap-x-4 gap-y-1">
        {parts.map(({ name, share, shade }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className={cn('size-2 rounded-full', shade)} />
            {name} <span className="text-ink-soft">{formatPercent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
