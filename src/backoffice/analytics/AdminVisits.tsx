import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { reasonOf } from '../../ui/call.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { cn } from '../../ui/parts/cn.ts'
import { EmptyState } from '../../ui/parts/EmptyState.tsx'
import { Notice } from '../../ui/parts/Notice.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { AdminEquipment } from './AdminEquipment.tsx'
import { AdminFunnel } from './AdminFunnel.tsx'
import { AdminTop } from './AdminTop.tsx'
import { AdminTraffic } from './AdminTraffic.tsx'
import type { WebsiteAnalytics } from './contract.ts'
import { type Look, websiteQuery } from './hooks.ts'

/** All that is known of a period. What was there stays, a little dimmed, until what was asked for is there. */
export function AdminVisits({ look }: { look: Look }) {
  const website = useQuery({ ...websiteQuery(look), placeholderData: before => before })
  const { data, isError, error, isPlaceholderData } = website
  return (
    <div className="grid gap-6">
      {isError && (
        <Notice tone="error" title={data ? 'Deze cijfers kunnen verouderd zijn' : 'De cijfers zijn er niet'}>
          <p>{reasonOf(error)}</p>
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
          {isQuiet(data) ? <Quiet days={data.filters.days} /> : <Known analytics={data} look={look} />}
        </div>
      ) : (
        !isError && <Coming />
      )}
    </div>
  )
}

/** Nothing now, nothing before, and nothing that the filters leave out. */
const isQuiet = ({ visits, withoutConsent, previous, filters }: WebsiteAnalytics): boolean =>
  visits + withoutConsent + previous.visits + filters.totalWithBots === 0

const Quiet = ({ days }: { days: number }) => (
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

const Known = ({ analytics, look }: { analytics: WebsiteAnalytics; look: Look }) => (
  <div className="grid gap-6">
    <AdminTraffic analytics={analytics} />
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <AdminTop name="pages" analytics={analytics} look={look} />
      <AdminTop name="referrers" analytics={analytics} look={look} />
      <AdminTop name="countries" analytics={analytics} look={look} />
      <AdminFunnel funnel={analytics.funnel} />
      <AdminEquipment analytics={analytics} />
      <AdminTop name="searches" analytics={analytics} look={look} />
    </div>
  </div>
)

const Coming = () => (
  <div className="grid gap-6">
    <Skeleton className="h-144 rounded-card sm:h-128 xl:h-112" />
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      {['pages', 'referrers', 'countries', 'funnel', 'equipment', 'searches'].map(part => (
        <Skeleton key={part} className="h-80 rounded-card" />
      ))}
    </div>
  </div>
)
