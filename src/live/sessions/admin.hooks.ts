import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import {
  type ActiveSession,
  type AdminToy,
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopSessionAsAdmin,
  toggleToy,
} from './admin.contract.ts'
import type { ClockReading } from './ui/serverClock.rules.ts'
import { LIVE_SOCKET_PATH } from './socket.contract.ts'
import { readServerClock } from './ui/hooks.ts'
import { LiveConnection, withTimeout } from './ui/liveConnection.hooks.ts'

/** How often devices and sessions are looked at beside what is pushed, in milliseconds. */
const POLL_MS = { toys: 10_000, sessions: 2000 }

export const allToysQuery = queryOptions({
  queryKey: ['devices', 'toys'],
  queryFn: ({ signal }) => withTimeout(within => call(listAllToys, {}, { signal: within }), signal),
  refetchInterval: POLL_MS.toys,
  refetchOnMount: 'always',
})

/** Who plays, and when the browser saw it: the server's clock is not its own. */
interface ActiveSessionsSnapshot {
  sessions: ActiveSession[]
  reading: ClockReading | null
}

export const activeSessionsQuery = queryOptions({
  queryKey: ['devices', 'sessions'],
  queryFn: async ({ signal }): Promise<ActiveSessionsSnapshot> => {
    const askedAt = performance.now()
    const sessions = await withTimeout(within => call(listActiveSessions, {}, { signal: within }), signal)
    const [first] = sessions
    return { sessions, reading: first ? readServerClock(first.serverNow, askedAt) : null }
  },
  refetchInterval: POLL_MS.sessions,
  refetchOnMount: 'always',
})

/** Looks again at once when the server says that a toy or a session is other than it was. */
export function useDevicesConnection(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const connection = new LiveConnection({
      connect: () => new WebSocket(LIVE_SOCKET_PATH),
      isLive: () => false,
    })
    connection.onFrame(({ type }) => {
      if (type === 'devices') void cache.invalidateQueries({ queryKey: ['devices'] })
    })
    connection.open()
    return connection.close
  }, [cache])
}

/** Ends someone's session; by force its toy is sent a stop, too, whatever became of the session. */
export function useStopSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ sessionId, byForce }: { sessionId: string; byForce: boolean }) =>
      withTimeout(signal => call(byForce ? forceStopSession : stopSessionAsAdmin, { sessionId }, { signal })),
    onSuccess: (_, { byForce }) =>
      toast({
        title: byForce ? 'Sessie geforceerd gestopt' : 'Sessie gestopt',
        description: 'Wie speelde, ziet dat een beheerder dit deed.',
      }),
    onError: error =>
      toast({ title: 'Fout bij stoppen', description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['devices'] }),
  })
}

/** Lets a toy take part, or not. */
export function useToggleToy() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: { id: AdminToy['id']; active: boolean }) =>
      call(toggleToy, { toyId: id, active }),
    onSuccess: ({ name, isActive }) => toast({ title: `${name} is ${isActive ? 'actief' : 'uitgezet'}` }),
    onError: error =>
      toast({
        title: 'Fout bij bijwerken device',
        description: userMessageOf(error),
        variant: 'destructive',
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['devices'] }),
  })
}
