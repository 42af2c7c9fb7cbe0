import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../accounts/hooks.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from './contract.ts'

/** How often a screen that is looked at asks for news, in milliseconds. */
const POLL_MS = 60_000

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, {}, { signal }),
  refetchOnMount: 'always',
})

/** Something has happened that one may have been told of: whatever shows it asks. */
export function invalidateNotifications(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: notificationsQuery.queryKey })
}

/** How much of it was not read; nothing is asked for who is not signed in. */
export function useUnreadNotificationCount(): number {
  const user = useUser()
  const { data } = useQuery({
    ...notificationsQuery,
    enabled: user !== null,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    refetchOnMount: true,
  })
  return user && data ? data.filter(({ readAt }) => readAt === null).length : 0
}

/** One that was followed; when it could not be kept, the next look says so. */
export function useMarkNotificationRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (notificationId: string) => call(markNotificationRead, { notificationId }),
    onSuccess: read =>
      cache.setQueryData(notificationsQuery.queryKey, all =>
        all?.map((news): Notification => (news.id === read.id ? read : news)),
      ),
  })
}

export function useMarkAllNotificationsRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(markAllNotificationsRead, {}),
    onError: error =>
      toast({ title: 'Niet gelukt', description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => cache.invalidateQueries({ queryKey: notificationsQuery.queryKey }),
  })
}
