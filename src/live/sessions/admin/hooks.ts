import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../ui/call/call.ts'
import { useApiMutation } from '../../../ui/call/hooks.ts'
import {
  type ActiveSession,
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopSessionAsAdmin,
  toggleToy,
} from './contract.ts'
import type { ClockReading } from '../ui/serverClock.rules.ts'
import { readServerClock } from '../ui/hooks.ts'
import { LiveConnection, withTimeout } from '../ui/liveConnection.hooks.ts'

/** How often devices and sessions are polled in addition to pushes, in milliseconds. */
const POLL_MS = { toys: 10_000, sessions: 2000 }

export const allToysQuery = queryOptions({
  queryKey: ['devices', 'toys'],
  queryFn: ({ signal }) => withTimeout(within => call(listAllToys, {}, { signal: within }), signal),
  refetchInterval: POLL_MS.toys,
  refetchOnMount: 'always',
})

/** The live sessions, and when the browser received them by its own clock, since it can't use the server's. */
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

/** Refetches when the server pushes that a toy or a session changed. */
export function useDevicesConnection(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const connection = new LiveConnection()
    connection.onFrame(({ type }) => {
      if (type === 'devices') void cache.invalidateQueries({ queryKey: ['devices'] })
    })
    connection.open()
    return connection.close
  }, [cache])
}

/** Ends a session of any user; with force, its toy is also sent a stop, whatever the session's state. */
export const useStopSession = () =>
  useApiMutation(
    ({ sessionId, byForce }: { sessionId: string; byForce: boolean }) =>
      withTimeout(signal => call(byForce ? forceStopSession : stopSessionAsAdmin, { sessionId }, { signal })),
    {
      done: (_, { byForce }) => ({
        title: byForce ? 'Sessie geforceerd gestopt' : 'Sessie gestopt',
        description: 'Wie speelde, ziet dat een administrator dit deed.',
      }),
      failed: 'Fout bij stoppen',
      alwaysInvalidates: [['devices']],
    },
  )

/** Activates or deactivates a toy. */
export const useToggleToy = () =>
  useApiMutation(toggleToy, {
    done: ({ name, isActive }) => ({ title: `${name} is ${isActive ? 'actief' : 'uitgezet'}` }),
    failed: 'Fout bij bijwerken device',
    alwaysInvalidates: [['devices']],
  })
