import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClockReading } from '../sessions/ui/serverClock.rules.ts'
import { readServerClock } from '../sessions/ui/hooks.ts'
import { withTimeout } from '../sessions/ui/liveConnection.hooks.ts'
import { call } from '../../ui/call/call.ts'
import { plural } from '../../ui/format.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import {
  acceptSession,
  changeToy,
  confirmToyOff,
  confirmToys,
  declineSession,
  readPlayedMinutes,
  readStudio,
  removeToy,
  signalPlayer,
  stopToys,
  type Studio,
} from './contract.ts'

/** How often the studio is polled: while a session is live, and while none is, in milliseconds. */
const POLL_MS = { live: 1000, idle: 4000 }

export interface StudioSnapshot {
  studio: Studio
  /** When the browser received it; null on the server, because the browser can't relate the server's clock to its own. */
  reading: ClockReading | null
}

export const studioQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: async ({ signal }): Promise<StudioSnapshot> => {
    const askedAt = performance.now()
    const studio = await withTimeout(within => call(readStudio, {}, { signal: within }), signal)
    return { studio, reading: readServerClock(studio.serverNow, askedAt) }
  },
  refetchInterval: ({ state }) => (state.data?.studio.sessions.length ? POLL_MS.live : POLL_MS.idle),
  // Also in the background: the toy may be on while the phone is in a pocket.
  refetchIntervalInBackground: true,
  refetchOnMount: 'always',
})

export const playedMinutesQuery = apiQuery(
  ['studio', 'earned'],
  readPlayedMinutes,
  {},
  { refetchOnMount: 'always' },
)

/** The studio's current state. */
export function useStudio() {
  const cache = useQueryClient()
  const query = useQuery(studioQuery)
  const playing = query.data?.studio.sessions.length ?? 0
  useEffect(() => void cache.invalidateQueries({ queryKey: playedMinutesQuery.queryKey }), [cache, playing])
  return query
}

const studio = { alwaysInvalidates: [studioQuery.queryKey] }

export const useChangeToy = () => useApiMutation(changeToy, { ...studio, failed: 'Niet opgeslagen' })

export const useConfirmToyOff = () => useApiMutation(confirmToyOff, { ...studio, failed: 'Niet opgeslagen' })

export const useConfirmToys = () =>
  useApiMutation(confirmToys, { ...studio, done: 'Bevestigd', failed: 'Niet bevestigd' })

export const useRemoveToy = () =>
  useApiMutation(removeToy, { ...studio, done: 'Toy verwijderd', failed: 'Niet verwijderd' })

export const useDeclineSession = () =>
  useApiMutation(declineSession, { ...studio, done: 'Sessie afgewezen', failed: 'Kon niet afwijzen' })

export const useAcceptSession = () =>
  useApiMutation(acceptSession, { ...studio, done: 'Je zei ja', failed: 'Kon niet accepteren' })

export const useSignalPlayer = () => useApiMutation(signalPlayer, { ...studio, failed: 'Niet aangekomen' })

/** Ends one session, or stops everything without an id. Shows an error when no answer arrives in time. */
export const useStopToys = () =>
  useApiMutation(
    (sessionId: string | undefined) =>
      withTimeout(signal => call(stopToys, { sessionId }, { signal, keepalive: true })),
    {
      ...studio,
      done: ({ sessions }, sessionId) => ({
        title: sessionId ? 'Sessie gestopt' : 'Alles is gestopt',
        description:
          sessions.length > 0
            ? `${plural(sessions.length, 'sessie', 'sessies')} beëindigd.`
            : 'Er speelde niemand; al je toys kregen een stop.',
      }),
      failed: 'Stoppen lukte niet. Probeer het meteen opnieuw',
    },
  )
