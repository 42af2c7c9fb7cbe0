import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams, useNavigate, Link } from 'react-router'
import { AdminStats } from '../stats/AdminStats.tsx'
import { AdminWebsiteAnalytics } from './AdminWebsiteAnalytics.tsx'
import { shopAnalyticsQuery, visitorsPageUrl, type VisitorsPageQuery, liveVisitorsQuery } from './hooks.ts'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { useId } from 'react'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { periods, type LiveVisitor, type VisitorType } from './contract.ts'
import { periodNames, languageName, referrerName, stayName, visitorNames } from './labels.rules.ts'
import { Monitor, Moon, Smartphone } from 'lucide-react'
import { formatTime } from '../../ui/format.ts'
import { Badge, type BadgeTone } from '../../ui/components/Badge.tsx'
import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'

/** `/admin/visitors`: the visitors, the pages viewed, and the current visits. The query is in the URL. */
export function AdminVisitorsPage() {
  const query = visitorsPageUrl.parse(useSearchParams()[0])
  const { data: stats } = useSuspenseQuery(shopAnalyticsQuery)
  return (
    <>
      <AdminPageHeader title="Bezoekers" />
      <div className="grid gap-6">
        <AdminStats stats={stats} />
        <AdminVisitorFilters query={query} />
        <AdminWebsiteAnalytics query={query} />
        <AdminLiveVisitors query={query} />
      </div>
    </>
  )
}

const options = periods.map(value => ({ value, name: periodNames[value] }))

/** The period, and whether bots and API clients count. */
function AdminVisitorFilters({ query }: { query: VisitorsPageQuery }) {
  const navigate = useNavigate()
  const change = (changed: Partial<VisitorsPageQuery>) =>
    void navigate(visitorsPageUrl.href(query, changed), { preventScrollReset: true })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <SegmentedControl
        label="Periode"
        options={options}
        value={query.days}
        onChange={days => change({ days })}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FilterSwitch
          name="Zonder bots"
          isOn={query.excludeBots}
          onChange={excludeBots => change({ excludeBots })}
        />
        <FilterSwitch
          name="Zonder API"
          isOn={query.excludeAPI}
          onChange={excludeAPI => change({ excludeAPI })}
        />
      </div>
    </div>
  )
}

interface WithoutProps {
  name: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function FilterSwitch({ name, isOn, onChange }: WithoutProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <Switch id={id} checked={isOn} onCheckedChange={onChange} />
      <label htmlFor={id} className="text-small">
        {name}
      </label>
    </div>
  )
}

const tones: Record<VisitorType, BadgeTone> = { human: 'green', bot: 'neutral', api: 'blue' }

/** The live visitors, with the page that each is on. */
function AdminLiveVisitors({ query }: { query: VisitorsPageQuery }) {
  const { data: visitors, isError } = useQuery({
    ...liveVisitorsQuery(query),
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

/** The server lists at most this many. */
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
