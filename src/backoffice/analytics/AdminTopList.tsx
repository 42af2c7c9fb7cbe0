import { useQuery } from '@tanstack/react-query'
import { userMessageOf } from '../../ui/call/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import type { WebsiteAnalytics } from './contract.ts'
import { type VisitorsPageQuery, TOP_LIST_LENGTH, websiteAnalyticsQuery } from './hooks.ts'
import { AdminAnalyticsCard } from './AdminAnalyticsCard.tsx'
import { type TopListName, topLists, type NamedCount } from './topLists.rules.ts'
import { formatCount } from '../../ui/format.ts'
import { shareOf } from './comparison.rules.ts'

interface AdminTopProps {
  name: TopListName
  analytics: WebsiteAnalytics
  query: VisitorsPageQuery
}

/** The first five rows of a top list, or all on request. */
export function AdminTopList({ name, analytics, query }: AdminTopProps) {
  const { title, unit, none, rows } = topLists[name]
  const few = rows(analytics)
  return (
    <AdminAnalyticsCard
      title={title}
      aside={unit}
      footer={few.length >= TOP_LIST_LENGTH.few && <ShowAllButton name={name} query={query} />}
    >
      {few.length === 0 ? (
        <p className="text-small text-ink-soft">{none}</p>
      ) : (
        <AdminBarList label={title} rows={few} />
      )}
    </AdminAnalyticsCard>
  )
}

const ShowAllButton = ({ name, query }: { name: TopListName; query: VisitorsPageQuery }) => (
  <Dialog>
    <DialogTrigger asChild>
      <Button
        variant="quiet"
        size="sm"
        className="-mb-2 w-full"
        aria-label={`Toon alle: ${topLists[name].title}`}
      >
        Toon alle
      </Button>
    </DialogTrigger>
    <DialogContent title={topLists[name].title} description={`In ${topLists[name].unit}, het meeste eerst.`}>
      <AllRows name={name} query={query} />
    </DialogContent>
  </Dialog>
)

function AllRows({ name, query }: { name: TopListName; query: VisitorsPageQuery }) {
  const { title, rows } = topLists[name]
  const { data, isError, error } = useQuery({
    ...websiteAnalyticsQuery(query, TOP_LIST_LENGTH.all),
    refetchInterval: false,
  })
  if (data)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrollable element
      <div role="region" aria-label={`${title}, alle`} tabIndex={0} className="rounded-inner">
        <AdminBarList label={title} rows={rows(data)} />
      </div>
    )
  if (isError)
    return (
      <Notice tone="error" title="De lijst is er niet">
        {userMessageOf(error)}
      </Notice>
    )
  return <Skeleton className="h-96" />
}

interface AdminCountsProps {
  /** Accessible name. */
  label: string
  rows: NamedCount[]
  format?: (count: number) => string
}

/** Rows with bars, longest first, relative to the first row. */
function AdminBarList({ label, rows, format = formatCount }: AdminCountsProps) {
  const most = Math.max(...rows.map(({ count }) => count), 0)
  return (
    <ol aria-label={label} className="figures grid gap-1 text-small">
      {rows.map(({ name, count }) => (
        <li key={name} className="relative flex items-center justify-between gap-4 px-3 py-1.5">
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-inner bg-accent-soft transition-[width] duration-200"
            style={{ width: `${shareOf(count, most) * 100}%` }}
          />
          <span className="relative min-w-0 wrap-anywhere">{name}</span>{' '}
          <span className="relative shrink-0 font-medium">{format(count)}</span>
        </li>
      ))}
    </ol>
  )
}
