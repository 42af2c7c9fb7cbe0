import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import {
  type ActiveSession,
  type AdminToy,
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopAnySession,
  toggleToy,
} from './admin.contract.ts'
import type { Reading } from './clock.rules.ts'
import { LIVE_PATH } from './frames.contract.ts'
import { inTime, readingOf } from './hooks.ts'
import { createLine } from './line.hooks.ts'

/** How often devices and sessions are looked at beside what is pushed, in milliseconds. */
const POLL_MS = { toys: 10_000, sessions: 2000 }

export const allToysQuery = queryOptions({
  queryKey: ['devices', 'toys'],
  queryFn: ({ signal }) => inTime(within => call(listAllToys, {}, { signal: within }), signal),
  refetchInterval: POLL_MS.toys,
  refetchOnMount: 'always',
})

/** Who plays, and when the browser saw it: the server's clock is not its own. */
interface Playing {
  sessions: ActiveSession[]
  reading: Reading | null
}

export const activeSessionsQuery = queryOptions({
  queryKey: ['devices', 'sessions'],
  queryFn: async ({ signal }): Promise<Playing> => {
    const askedAt = performance.now()
    const sessions = await inTime(within => call(listActiveSessions, {}, { signal: within }), signal)
    const [first] = sessions
    return { sessions, reading: first ? readingOf(first.serverNow, askedAt) : null }
  },
  refetchInterval: POLL_MS.sessions,
  refetchOnMount: 'always',
})

/** Looks again at once when the server says that a toy or a session is other than it was. */
export function useDevicesLine(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const line = createLine({
      connect: () => new WebSocket(LIVE_PATH),
      isLive: () => false,
      onFrame: ({ type }) => void (type === 'devices' && cache.invalidateQueries({ queryKey: ['devices'] })),
    })
    line.open()
    return line.close
  }, [cache])
}

/** Ends someone's session; by force its toy is sent a stop, too, whatever became of the session. */
export function useStopSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ sessionId, byForce }: { sessionId: string; byForce: boolean }) =>
      inTime(signal => call(byForce ? forceStopSession : stopAnySession, { sessionId }, { signal })),
    onSuccess: (_, { byForce }) =>
      toast({
        title: byForce ? 'Sessie geforceerd gestopt' : 'Sessie gestopt',
        description: 'Wie speelde, ziet dat een beheerder dit deed.',
      }),
    onError: error =>
      toast({ title: 'Fout bij stoppen', description: reasonOf(error), variant: 'destructive' }),
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
      toast({ title: 'Fout bij bijwerken device', description: reasonOf(error), variant: 'destructive' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['devices'] }),
  })
}
