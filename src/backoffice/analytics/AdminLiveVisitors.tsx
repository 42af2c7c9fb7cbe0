import { useQuery } from '@tanstack/react-query'
import { Monitor, Moon, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { formatTime } from '../../ui/format.ts'
import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/components/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { LiveVisitor, VisitorType } from './contract.ts'
import { type VisitorsPageQuery, liveVisitorsQuery } from './hooks.ts'
import { languageName, referrerName, stayName, visitorNames } from './labels.rules.ts'

const tones: Record<VisitorType, BadgeTone> = { human: 'green', bot: 'neutral', api: 'blue' }

/** Who is here now, and what each looks at. */
export function AdminLiveVisitors({ look }: { look: VisitorsPageQuery }) {
  const { data: visitors, isError } = useQuery({
    ...liveVisitorsQuery(look),
    placeholderData: before => before,
  })
  return (
    <section aria-labelledby="here">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="here" className="display text-subheading">
          Nu in de winkel
        </h2>
        {visitors && visitors.length > 0 && <Count count={visitors.length} />}
      </div>
      {isError && (
        <Notice tone="error" title="Geen verbinding" className="mb-4">
          {visitors ? 'Wie hier staat kan al weg zijn.' : 'Wie er nu is, is even niet te zien.'}
        </Notice>
      )}
      {visitors ? <Visitors visitors={visitors} /> : !isError && <Skeleton className="h-64 rounded-card" />}
    </section>
  )
}

/** The server lists no more. */
const MAX_LISTED = 100

const Count = ({ count }: { count: number }) => (
  <p className="figures flex items-center gap-2 text-small text-ink-soft">
    <span className="size-2.5 animate-breathe rounded-full bg-live" aria-hidden />
    {count >= MAX_LISTED ? `${MAX_LISTED} of meer` : count} in de laatste vijf minuten
  </p>
)

const Visitors = ({ visitors }: { visitors: LiveVisitor[] }) =>
  visitors.length === 0 ? (
    <div className="rounded-card border border-line bg-surface">
      <EmptyState icon={Moon} title="Het is stil">
        Komt er iemand die toestemming gaf, dan staat die hier binnen enkele seconden.
      </EmptyState>
    </div>
  ) : (
    <DataTable
      caption="Bezoekers van dit moment, de laatste eerst"
      columns={columns}
      rows={visitors}
      keyOf={visitor => visitor.sessionId}
    />
  )

const columns: TableColumn<LiveVisitor>[] = [
  { name: 'Bezoeker', cell: visitor => <VisitorCell visitor={visitor} /> },
  {
    name: 'Bekijkt',
    cell: ({ currentPage, landingPage }) => (
      <>
        <span className="block wrap-anywhere">{currentPage}</span>
        <span className="text-tiny text-ink-faint wrap-anywhere">binnen op {landingPage}</span>
      </>
    ),
  },
  {
    name: 'Sinds',
    cell: ({ sessionStart, sessionDuration }) => (
      <span className="whitespace-nowrap">
        {formatTime(sessionStart)}
        <span className="block text-tiny text-ink-faint">{stayName(sessionDuration)}</span>
      </span>
    ),
  },
  {
    name: 'Gekomen via',
    cell: ({ referrer }) => <span className="wrap-break-word">{referrerName(referrer)}</span>,
  },
  { name: 'Taal', cell: ({ language }) => (language ? languageName(language) : '–') },
  { name: 'Netwerk', cell: ({ ipAddress }) => <span className="whitespace-nowrap">{ipAddress ?? '–'}</span> },
  { name: 'Account', cell: ({ userId }) => <Account userId={userId} /> },
]

function VisitorCell({ visitor }: { visitor: LiveVisitor }) {
  const { visitorType, isMobile, location, deviceInfo, userAgent } = visitor
  const Device = isMobile ? Smartphone : Monitor
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        {location}
        <Badge tone={tones[visitorType]}>{visitorNames[visitorType]}</Badge>
      </span>
      <span className="flex items-center gap-1.5 text-tiny font-normal text-ink-soft">
        <Device className="size-3.5 shrink-0" aria-hidden />
        {deviceInfo}
      </span>
      {visitorType !== 'human' && userAgent && (
        <span className="line-clamp-2 md:max-w-56 text-tiny font-normal text-ink-faint wrap-anywhere">
          {userAgent}
        </span>
      )}
    </div>
  )
}

const Account = ({ userId }: { userId: string | null }) =>
  userId === null ? (
    <span className="text-ink-faint">geen</span>
  ) : (
    <Link to={`/admin/users/${userId}`} className="text-accent-text underline underline-offset-4">
      Bekijk<span className="sr-only"> account</span>
    </Link>
  )
