import { useQuery } from '@tanstack/react-query'
import { userMessageOf } from '../../ui/call.ts'
import { Button } from '../../ui/components/Button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/components/Dialog.tsx'
import { Notice } from '../../ui/components/Notice.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { AdminBarList } from './AdminBarList.tsx'
import type { WebsiteAnalytics } from './contract.ts'
import { type VisitorsPageQuery, TOP_LIST_LENGTH, websiteAnalyticsQuery } from './hooks.ts'
import { AdminAnalyticsCard } from './AdminAnalyticsCard.tsx'
import { type TopListName, topLists } from './topLists.rules.ts'

interface AdminTopProps {
  name: TopListName
  analytics: WebsiteAnalytics
  look: VisitorsPageQuery
}

/** The first five of a list, and all of them when asked for. */
export function AdminTopList({ name, analytics, look }: AdminTopProps) {
  const { title, unit, none, rows } = topLists[name]
  const few = rows(analytics)
  return (
    <AdminAnalyticsCard
      title={title}
      aside={unit}
      footer={few.length >= TOP_LIST_LENGTH.few && <ShowAllButton name={name} look={look} />}
    >
      {few.length === 0 ? (
        <p className="text-small text-ink-soft">{none}</p>
      ) : (
        <AdminBarList label={title} rows={few} />
      )}
    </AdminAnalyticsCard>
  )
}

const ShowAllButton = ({ name, look }: { name: TopListName; look: VisitorsPageQuery }) => (
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
      <AllRows name={name} look={look} />
    </DialogContent>
  </Dialog>
)

function AllRows({ name, look }: { name: TopListName; look: VisitorsPageQuery }) {
  const { title, rows } = topLists[name]
  const { data, isError, error } = useQuery({
    ...websiteAnalyticsQuery(look, TOP_LIST_LENGTH.all),
    refetchInterval: false,
  })
  if (data)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
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
