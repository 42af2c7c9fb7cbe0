import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { userQuery } from '../../../people/accounts/hooks.ts'
import { toysQuery } from '../hooks.ts'
import { call, userMessageOf } from '../../../ui/call.ts'
import { trackEvent } from '../../../ui/trackEvent.ts'
import { toast } from '../../../ui/components/toast.ts'
import {
  type ControlSession,
  listSessions,
  readControlSession,
  startControl,
  stopControl,
} from '../contract.ts'
import { withTimeout } from './liveConnection.hooks.ts'
import { msUntil, toWholeSeconds, type ClockReading } from './serverClock.rules.ts'

/** How often the session is looked at, which is also the controller's heartbeat, in milliseconds. */
const SESSION_POLL_MS = 1000

export const sessionHistoryQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
})

/** A session, and when the browser saw it: without a reading on the server, whose clock the browser can't place. */
export interface SessionSnapshot {
  session: ControlSession | null
  reading: ClockReading | null
}

/** What an answer to a question that was asked at `askedAt` tells of the server's clock; only a browser reads it. */
export const readServerClock = (serverNow: string, askedAt: number): ClockReading | null =>
  typeof window === 'undefined'
    ? null
    : { serverNow: Date.parse(serverNow), askedAt, answeredAt: performance.now() }

/** What an answer to a question that was asked at `askedAt` lets one see. */
export const sessionSnapshot = (session: ControlSession | null, askedAt: number): SessionSnapshot => ({
  session,
  reading: session && readServerClock(session.serverNow, askedAt),
})

export const controlSessionQuery = queryOptions({
  queryKey: ['control-session'],
  queryFn: async ({ signal }) => {
    const askedAt = performance.now()
    return sessionSnapshot(
      await withTimeout(within => call(readControlSession, {}, { signal: within }), signal),
      askedAt,
    )
  },
  // A browser that believes to be offline may be wrong, and the heartbeat must not depend on it.
  networkMode: 'always',
  refetchOnMount: 'always',
})

export const isLiveSession = (session: ControlSession | null): session is ControlSession =>
  session !== null && session.status !== 'STOPPED'

/**
 * The session, polled every second unless a socket brings it: also in a tab that nobody sees while it lives, for that is
 * what keeps it alive. Leaving the screen forgets it, so that coming back starts from what is true then.
 */
export function useControlSession(isConnected: boolean) {
  const cache = useQueryClient()
  const hidden = useIsHidden()
  const query = useQuery({
    ...controlSessionQuery,
    refetchInterval: ({ state }) =>
      !isConnected && (isLiveSession(state.data?.session ?? null) || !hidden) ? SESSION_POLL_MS : false,
    refetchIntervalInBackground: true,
    // A hidden tab may have been slowed down: whoever comes back to it is heard at once.
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => () => cache.removeQueries({ queryKey: controlSessionQuery.queryKey }), [cache])
  useRefetchOnSessionChange(query.data?.session ?? null)
  return query
}

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const useIsHidden = (): boolean =>
  useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )

/** Fetches again what the session says may have changed: the balance, and at its end the history and who is free. */
function useRefetchOnSessionChange(session: ControlSession | null): void {
  const cache = useQueryClient()
  const { id, status, minutesUsed, lowBalance, sessionEndsAt } = session ?? {}
  useEffect(() => {
    if (id !== undefined) void cache.invalidateQueries({ queryKey: userQuery.queryKey })
  }, [cache, id, status, minutesUsed, lowBalance, sessionEndsAt])
  useEffect(() => {
    if (status !== 'STOPPED') return
    void cache.invalidateQueries({ queryKey: toysQuery.queryKey })
    void cache.invalidateQueries({ queryKey: sessionHistoryQuery.queryKey })
  }, [cache, status])
}

/** Starts a session on a toy. @param onStart gets the new session and its countdown's whole length, in milliseconds */
export function useStartControl(onStart: (session: ControlSession, countdownMs: number) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (toyDeviceId: string) => {
      const askedAt = performance.now()
      return sessionSnapshot((await call(startControl, { toyDeviceId })).session, askedAt)
    },
    onSuccess: async seen => {
      if (!seen.session) return
      trackEvent({ category: 'live', action: 'start' })
      const { countdownEndsAt, serverNow } = seen.session
      const lengthMs = msUntil(Date.parse(countdownEndsAt), Date.parse(serverNow))
      await cache.cancelQueries({ queryKey: controlSessionQuery.queryKey })
      onStart(seen.session, lengthMs)
      cache.setQueryData(controlSessionQuery.queryKey, seen)
      toast({
        title: 'Sessie gestart!',
        description: `Over ${toWholeSeconds(lengthMs)} seconden heb je de controle.`,
      })
    },
    onError: error =>
      toast({ title: 'Kon sessie niet starten', description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => void cache.invalidateQueries({ queryKey: toysQuery.queryKey }),
  })
}

/** Ends the session. */
export function useStopControl() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const askedAt = performance.now()
      const ended = await withTimeout(signal => call(stopControl, {}, { signal }))
      return sessionSnapshot(ended?.session ?? null, askedAt)
    },
    onSuccess: async seen => {
      await cache.cancelQueries({ queryKey: controlSessionQuery.queryKey })
      if (!seen.session) return
      cache.setQueryData(controlSessionQuery.queryKey, seen)
      toast({ title: 'Sessie gestopt', description: 'Je hebt de controle over de toy beëindigd' })
    },
    onError: error =>
      toast({ title: 'Fout bij stoppen', description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => void cache.invalidateQueries({ queryKey: controlSessionQuery.queryKey }),
  })
}
