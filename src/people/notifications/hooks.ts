import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../accounts/hooks.ts'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  type NotificationAction,
} from './contract.ts'

/** How often a visible page refetches the notifications, in milliseconds. */
const POLL_MS = 60_000

export const notificationsQuery = apiQuery(
  ['notifications'],
  listNotifications,
  {},
  { refetchOnMount: 'always' },
)

/** Call it after an action that may have caused a notification, so that all lists of notifications are fetched again. */
export function invalidateNotifications(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

/** The number of unread notifications; 0, without a request, when there is no session. */
export function useUnreadNotificationCount(): number {
  const user = useUser()
  const { data } = useQuery({
    ...notificationsQuery,
    enabled: user !== null,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    refetchOnMount: true,
  })
  return user && data ? data.filter(({ read }) => !read).length : 0
}

/** Marks a notification as read. Shows no error: it is then still unread at the next refetch. */
export function useMarkNotificationRead() {
  const cache = useQueryClient()
  return useApiMutation(markNotificationRead, {
    onSuccess: read =>
      cache.setQueryData(notificationsQuery.queryKey, all =>
        all?.map((notification): Notification => (notification.id === read.id ? read : notification)),
      ),
  })
}

/** Performs an action that a notification offers. */
export const useNotificationAction = () =>
  useApiMutation(({ path, body }: NotificationAction) => call({ method: 'POST', path, inBody: true }, body), {
    done: (_, { title }) => ({ title: `${title}: gelukt` }),
    failed: 'Niet gelukt',
    alwaysInvalidates: [notificationsQuery.queryKey],
  })

export const useMarkAllNotificationsRead = () =>
  useApiMutation(markAllNotificationsRead, {
    failed: 'Niet gelukt',
    alwaysInvalidates: [notificationsQuery.queryKey],
  })
