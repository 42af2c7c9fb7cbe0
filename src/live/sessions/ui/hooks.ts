import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { userQuery } from '../../../people/accounts/hooks.ts'
import { toysQuery } from '../hooks.ts'
import { call } from '../../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../../ui/call/hooks.ts'
import { trackEvent } from '../../../ui/visitor/trackEvent.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import {
  type ControlSession,
  listSessions,
  readControlSession,
  resumeControl,
  startControl,
} from '../contract.ts'
import { endUntilAnswered, readEndWish } from './endWish.hooks.ts'
import { withTimeout } from './liveConnection.hooks.ts'
import { msUntil, toWholeSeconds, type ClockReading } from './serverClock.rules.ts'

/** How often the session is polled, which is also the controller's heartbeat, in milliseconds. */
const SESSION_POLL_MS = 1000

export const sessionHistoryQuery = apiQuery(['sessions'], listSessions, {})

/**
 * A session, and its clock reading; without one on the server, because the browser can't relate the server's clock to its own.
 */
export interface SessionSnapshot {
  session: ControlSession | null
  reading: ClockReading | null
}

/** The clock reading of an answer to a request that was sent at `askedAt`; null on the server. */
export const readServerClock = (serverNow: string, askedAt: number): ClockReading | null =>
  typeof window === 'undefined'
    ? null
    : { serverNow: Date.parse(serverNow), askedAt, answeredAt: performance.now() }

/** The session of an answer to a request that was sent at `askedAt`. */
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
  // Also when the browser reports to be offline, which may be wrong: the heartbeat must not depend on it.
  networkMode: 'always',
  refetchOnMount: 'always',
})

export const isLiveSession = (session: ControlSession | null): session is ControlSession =>
  session !== null && session.status !== 'STOPPED'

/**
 * The session, polled every second unless a socket pushes it: also in a hidden tab while it is live, because the poll is the
 * heartbeat. Leaving the screen removes it from the cache, so that returning starts with fresh data.
 */
export function useControlSession(isConnected: boolean) {
  const cache = useQueryClient()
  const hidden = useIsHidden()
  const query = useQuery({
    ...controlSessionQuery,
    refetchInterval: ({ state }) =>
      !isConnected && (isLiveSession(state.data?.session ?? null) || !hidden) ? SESSION_POLL_MS : false,
    refetchIntervalInBackground: true,
    // Timers of a hidden tab may be slow: a tab that becomes visible sends a heartbeat at once.
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

/** Refetches the data that the session may have changed: the balance, and at its end the history and the toys. */
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

/** Starts a session on a toy. @param onStart gets the new session and the length of its countdown, in milliseconds */
export function useStartControl(onStart: (session: ControlSession, countdownMs: number) => void) {
  const cache = useQueryClient()
  return useApiMutation(
    async (toyDeviceId: string) => {
      const askedAt = performance.now()
      return sessionSnapshot((await call(startControl, { toyDeviceId })).session, askedAt)
    },
    {
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
      failed: 'Kon sessie niet starten',
      onSettled: () => void cache.invalidateQueries({ queryKey: toysQuery.queryKey }),
    },
  )
}

/** Says that the user is back from the payment page, paid or not: the session no longer waits for the payment. */
export function useResumeControl() {
  const cache = useQueryClient()
  return useApiMutation(
    async () => {
      const askedAt = performance.now()
      return sessionSnapshot((await call(resumeControl, {}))?.session ?? null, askedAt)
    },
    {
      onSuccess: async seen => {
        await cache.cancelQueries({ queryKey: controlSessionQuery.queryKey })
        if (seen.session) cache.setQueryData(controlSessionQuery.queryKey, seen)
      },
      failed: 'Je kunt nog niet verder',
      onSettled: () => void cache.invalidateQueries({ queryKey: controlSessionQuery.queryKey }),
    },
  )
}

/** The session that this page saw before a payment began in it: then the page is not one that its user came back to. */
let seenBefore: string | null = null

/** A page that was loaded while the session waits for a payment is one that its user came back to: it goes on at once. */
export function useReturnFromPayment(session: ControlSession | null): void {
  const { mutate } = useResumeControl()
  const id = isLiveSession(session) ? session.id : null
  const isPaying = session?.pause === 'PAYING'
  useEffect(() => {
    if (id === null || id === seenBefore) return
    seenBefore = id
    if (isPaying && !document.hidden) mutate()
  }, [id, isPaying, mutate])
}

/** Ends this session. Without a connection the wish is kept, and carried out when there is one. */
export function useStopControl(sessionId: string) {
  const cache = useQueryClient()
  const end = useApiMutation(
    async () => {
      const askedAt = performance.now()
      const ended = await endUntilAnswered(sessionId)
      return sessionSnapshot(ended?.session ?? null, askedAt)
    },
    {
      onSuccess: async seen => {
        await cache.cancelQueries({ queryKey: controlSessionQuery.queryKey })
        if (!seen.session) return
        cache.setQueryData(controlSessionQuery.queryKey, seen)
        toast({ title: 'Sessie gestopt', description: 'Je hebt de controle over de toy beëindigd' })
      },
      failed: 'Fout bij stoppen',
      onSettled: () => void cache.invalidateQueries({ queryKey: controlSessionQuery.queryKey }),
    },
  )
  const { mutate } = end
  // A wish from before this page was loaded again.
  useEffect(() => void (readEndWish() === sessionId && mutate()), [sessionId, mutate])
  return end
}
