import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClockReading } from '../sessions/ui/serverClock.rules.ts'
import { withTimeout } from '../sessions/ui/liveConnection.hooks.ts'
import { call, userMessageOf } from '../../ui/call.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { plural } from '../../ui/format.ts'
import {
  blockUser,
  changeToy,
  declineSession,
  listBlockedUsers,
  readPlayedMinutes,
  readStudio,
  stopToys,
  unblockUser,
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
    const serverNow = Date.parse(studio.serverNow)
    const isBrowser = typeof window !== 'undefined'
    return { studio, reading: isBrowser ? { serverNow, askedAt, answeredAt: performance.now() } : null }
  },
  refetchInterval: ({ state }) => (state.data?.studio.sessions.length ? POLL_MS.live : POLL_MS.idle),
  // Also in the background: the toy may be on while the phone is in a pocket.
  refetchIntervalInBackground: true,
  refetchOnMount: 'always',
})

export const playedMinutesQuery = queryOptions({
  queryKey: ['studio', 'earned'],
  queryFn: ({ signal }) => call(readPlayedMinutes, {}, { signal }),
  refetchOnMount: 'always',
})

export const blockedUsersQuery = queryOptions({
  queryKey: ['studio', 'blocked'],
  queryFn: ({ signal }) => call(listBlockedUsers, {}, { signal }),
})

/** The studio's current state. */
export function useStudio() {
  const cache = useQueryClient()
  const query = useQuery(studioQuery)
  const playing = query.data?.studio.sessions.length ?? 0
  useEffect(() => void cache.invalidateQueries({ queryKey: playedMinutesQuery.queryKey }), [cache, playing])
  return query
}

/** A mutation after which the studio is refetched, also when it failed. */
function useStudioCall<Input, Answer>(options: {
  send: (input: Input) => Promise<Answer>
  onSuccess?: (answer: Answer, input: Input) => void
  failure: string
}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: options.send,
    onSuccess: (answer, input) => options.onSuccess?.(answer, input),
    onError: error =>
      toast({ title: options.failure, description: userMessageOf(error), variant: 'destructive' }),
    onSettled: () => cache.invalidateQueries({ queryKey: studioQuery.queryKey }),
  })
}

export const useChangeToy = () =>
  useStudioCall({
    send: (input: InputOf<typeof changeToy>) => call(changeToy, input),
    failure: 'Niet opgeslagen',
  })

export const useDeclineSession = () =>
  useStudioCall({
    send: (sessionId: string) => call(declineSession, { sessionId }),
    onSuccess: () => toast({ title: 'Sessie afgewezen' }),
    failure: 'Kon niet afwijzen',
  })

/** Ends one session, or stops everything without an id. Shows an error when no answer arrives in time. */
export const useStopToys = () =>
  useStudioCall({
    send: (sessionId: string | undefined) => withTimeout(signal => call(stopToys, { sessionId }, { signal })),
    onSuccess: ({ sessions }, sessionId) =>
      toast({
        title: sessionId ? 'Sessie gestopt' : 'Alles is gestopt',
        description:
          sessions.length > 0
            ? `${plural(sessions.length, 'sessie', 'sessies')} beëindigd.`
            : 'Er speelde niemand; al je toys kregen een stop.',
      }),
    failure: 'Stoppen lukte niet. Probeer het meteen opnieuw',
  })

export const useBlockUser = () =>
  useStudioCall({
    send: ({ userId }: { userId: string; displayName: string }) => call(blockUser, { userId }),
    onSuccess: (_, { displayName }) =>
      toast({
        title: `${displayName} is geblokkeerd`,
        description: 'Je toys zijn er voor deze persoon niet meer.',
      }),
    failure: 'Kon niet blokkeren',
  })

export const useUnblockUser = () =>
  useStudioCall({
    send: (userId: string) => call(unblockUser, { userId }),
    onSuccess: () => toast({ title: 'Blokkade opgeheven' }),
    failure: 'Kon de blokkade niet opheffen',
  })
