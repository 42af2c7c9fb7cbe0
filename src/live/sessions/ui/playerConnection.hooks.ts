import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { userQuery } from '../../../people/accounts/hooks.ts'
import { toysQuery } from '../hooks.ts'
import { refreshMessages } from '../../messages/hooks.ts'
import { invalidateNotifications } from '../../../people/notifications/hooks.ts'
import { readNotificationSignals, type NotificationSignals } from './notificationSignals.rules.ts'
import { controlSessionQuery, isLiveSession, sessionSnapshot } from './hooks.ts'
import { queuePositionQuery, queueSnapshot } from '../queue/hooks.ts'
import { LiveConnection, type PushedFrame } from './liveConnection.hooks.ts'

/** The socket of this screen: its frames replace the polled calls. */
export function usePlayerConnection(): LiveConnection {
  const cache = useQueryClient()
  const connection = useMemo(() => createPlayerConnection(cache), [cache])
  useEffect(() => {
    connection.open()
    return connection.close
  }, [connection])
  return connection
}

export const useIsConnected = (connection: LiveConnection): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isOpen, () => false)

function createPlayerConnection(cache: QueryClient): LiveConnection {
  let heard: NotificationSignals = {}
  const connection = new LiveConnection({
    isLive: () => isLiveSession(cache.getQueryData(controlSessionQuery.queryKey)?.session ?? null),
  })
  connection.onFrame((frame, askedAt) => {
    const news = readNotificationSignals(heard, frame)
    heard = news.heard
    if (news.isNews) invalidateNotifications(cache)
    applyFrame(cache, frame, askedAt)
  })
  return connection
}

/** Writes a frame into the cache of the polled call. */
function applyFrame(cache: QueryClient, frame: PushedFrame, askedAt: number): void {
  if (frame.type === 'toys') return void cache.setQueryData(toysQuery.queryKey, frame.toys)
  if (frame.type === 'messages') return refreshMessages(cache)
  if (frame.type === 'queue') {
    void cache.cancelQueries({ queryKey: queuePositionQuery.queryKey })
    return void cache.setQueryData(queuePositionQuery.queryKey, queueSnapshot(frame.place, askedAt))
  }
  if (frame.type === 'balance') {
    const { minutesBalance } = frame
    return void cache.setQueryData(userQuery.queryKey, user => user && { ...user, minutesBalance })
  }
  if (frame.type !== 'session') return
  // A poll in flight may have an older answer, so it is cancelled.
  void cache.cancelQueries({ queryKey: controlSessionQuery.queryKey })
  cache.setQueryData(controlSessionQuery.queryKey, sessionSnapshot(frame.session, askedAt))
}
