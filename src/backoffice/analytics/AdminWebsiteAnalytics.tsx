import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { userMessageOf } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { AdminDevices } from './AdminDevices.tsx'
import { AdminFunnel } from './AdminFunnel.tsx'
import { AdminTopList } from './AdminTopList.tsx'
import { AdminTraffic } from './AdminTraffic.tsx'
import type { WebsiteAnalytics } from './contract.ts'
import { type VisitorsPageQuery, websiteAnalyticsQuery } from './hooks.ts'

/** All that is known of a period. What was there stays, a little dimmed, until what was asked for is there. */
export function AdminWebsiteAnalytics({ look }: { look: VisitorsPageQuery }) {
  const website = useQuery({ ...websiteAnalyticsQuery(look), placeholderData: before => before })
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
            <AnalyticsGrid analytics={data} look={look} />
          )}
        </div>
      ) : (
        !isError && <AnalyticsSkeleton />
      )}
    </div>
  )
}

/** Nothing now, nothing before, and nothing that the filters leave out. */
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

const AnalyticsGrid = ({ analytics, look }: { analytics: WebsiteAnalytics; look: VisitorsPageQuery }) => (
  <div className="grid gap-6">
    <AdminTraffic analytics={analytics} />
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <AdminTopList name="pages" analytics={analytics} look={look} />
      <AdminTopList name="referrers" analytics={analytics} look={look} />
      <AdminTopList name="countries" analytics={analytics} look={look} />
      <AdminFunnel funnel={analytics.funnel} />
      <AdminDevices analytics={analytics} />
      <AdminTopList name="searches" analytics={analytics} look={look} />
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
