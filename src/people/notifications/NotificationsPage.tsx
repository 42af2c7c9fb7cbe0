import { useSuspenseQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '../../ui/format.ts'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import type { Notification } from './contract.ts'
import {
  notificationsQuery,
  useMarkAllNotificationsRead,
  useMarkNotificationRead,
  useNotificationAction,
} from './hooks.ts'
import { UnbrokenNumbers } from '../../ui/components/UnbrokenNumbers.tsx'

export function NotificationsPage() {
  const { data: all } = useSuspenseQuery(notificationsQuery)
  const markAll = useMarkAllNotificationsRead()
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Meldingen</PageTitle>
      <BackLink to="/dashboard">Terug naar dashboard</BackLink>
      <div className="mt-2 mb-8 flex max-w-3xl flex-wrap items-center justify-between gap-3">
        <h1 className="display text-title">Meldingen</h1>
        {all.some(({ read }) => !read) && (
          <Button variant="secondary" size="sm" busy={markAll.isPending} onClick={() => markAll.mutate({})}>
            Alles gelezen
          </Button>
        )}
      </div>
      {all.length === 0 ? <NoNotifications /> : <NotificationList all={all} />}
    </div>
  )
}

const NoNotifications = () => (
  <EmptyState icon={Bell} title="Geen meldingen">
    Gebeurt er iets met een bestelling, je minuten of een sessie, dan lees je het hier.
  </EmptyState>
)

function NotificationList({ all }: { all: Notification[] }) {
  return (
    <ul className="max-w-3xl divide-y divide-line rounded-card border border-line bg-surface">
      {all.map(news => (
        <li key={news.id}>
          <NotificationRow news={news} />
          {news.actions.length > 0 && <NotificationActions actions={news.actions} />}
        </li>
      ))}
    </ul>
  )
}

/** The actions that can be taken at once, before it is too late to. */
function NotificationActions({ actions }: Pick<Notification, 'actions'>) {
  const { mutate, isPending, variables } = useNotificationAction()
  return (
    <div className="flex flex-wrap gap-3 px-5 pb-4 pl-11">
      {actions.map(action => (
        <Button
          key={action.title}
          variant="secondary"
          size="sm"
          busy={isPending && variables.title === action.title}
          onClick={() => mutate(action)}
        >
          {action.title}
        </Button>
      ))}
    </div>
  )
}

/** Opening the link marks the notification as read. */
function NotificationRow({ news: { id, path, title, message, createdAt, read } }: { news: Notification }) {
  const mark = useMarkNotificationRead()
  const isNew = !read
  return (
    <Link
      to={path}
      onClick={() => isNew && mark.mutate({ notificationId: id })}
      className="flex gap-4 px-5 py-4 transition-colors first:rounded-t-card last:rounded-b-card hover:bg-ink/4"
    >
      <span
        className={cn('mt-2 size-2 shrink-0 rounded-full', isNew ? 'bg-accent' : 'bg-transparent')}
        aria-hidden
      />
      <span className="grid min-w-0 gap-0.5">
        <span className={cn(isNew && 'font-semibold')}>
          {isNew && <span className="sr-only">Nieuw: </span>}
          <UnbrokenNumbers>{title}</UnbrokenNumbers>
        </span>
        <span className="text-small text-ink-soft">
          <UnbrokenNumbers>{message}</UnbrokenNumbers>
        </span>
        <time dateTime={createdAt} className="text-small text-ink-faint">
          {formatDateTime(createdAt)}
        </time>
      </span>
    </Link>
  )
}
