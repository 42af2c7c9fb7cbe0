import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toysQuery } from '../hooks.ts'
import { call } from '../../../ui/call/call.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useApiMutation } from '../../../ui/call/hooks.ts'
import type { ClockReading } from '../ui/serverClock.rules.ts'
import { controlSessionQuery, isLiveSession, readServerClock } from '../ui/hooks.ts'
import { withTimeout } from '../ui/liveConnection.hooks.ts'
import { joinQueue, leaveQueue, type QueuePosition, readQueuePosition } from './contract.ts'
import { CLAIM_WINDOW_MS } from './rules.ts'
import { setWaitingFlag } from './waitingFlag.hooks.ts'

/** How often the position is polled, which is also the heartbeat of the queue, in milliseconds. */
const POLL_MS = 5000

/** The queue position, and when the browser received it. */
export interface QueueSnapshot {
  place: QueuePosition | null
  reading: ClockReading | null
  /** Null because the user left the queue or started, and not because the position was lost. */
  hasLeft: boolean
}

export const queueSnapshot = (place: QueuePosition | null, askedAt: number): QueueSnapshot => ({
  place,
  reading: place && readServerClock(place.serverNow, askedAt),
  hasLeft: false,
})

const noPosition: QueueSnapshot = { place: null, reading: null, hasLeft: true }

export const queuePositionQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: async ({ signal }) => {
    const askedAt = performance.now()
    return queueSnapshot(
      await withTimeout(within => call(readQueuePosition, {}, { signal: within }), signal),
      askedAt,
    )
  },
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.data?.place ? POLL_MS : false),
  // Polls in the background too: a user in a queue may use another tab meanwhile.
  refetchIntervalInBackground: true,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** The queue position, with a toast when it is lost or, with `tellsTurn`, when the claim window begins. */
export function useQueuePosition(isPlaying: boolean, tellsTurn = true): QueueSnapshot {
  const cache = useQueryClient()
  const { data } = useQuery({ ...queuePositionQuery, enabled: !isPlaying })
  useEffect(() => {
    if (isPlaying) cache.setQueryData(queuePositionQuery.queryKey, noPosition)
  }, [cache, isPlaying])
  useEffect(() => {
    if (data) setWaitingFlag(data.place !== null)
  }, [data])
  useQueueToasts(data ?? noPosition, tellsTurn)
  return data ?? noPosition
}

function useQueueToasts({ place, hasLeft: isOver }: QueueSnapshot, tellsTurn: boolean): void {
  const cache = useQueryClient()
  const before = useRef<QueuePosition | null>(null)
  useEffect(() => {
    const had = before.current
    before.current = place
    if (tellsTurn && place?.claimUntil && !had?.claimUntil)
      toast({
        title: `${place.toyName} is vrij`,
        description: `Je bent aan de beurt. Start binnen ${CLAIM_WINDOW_MS / 1000} seconden.`,
      })
    if (had && !place && !isOver) void toastUnlessPlaying(cache, had)
  }, [cache, place, isOver, tellsTurn])
}

/**
 * Whoever starts leaves the queue, in this tab or in another, and the answer to the start may come later than that. So the session is asked
 * for, which began in the same moment.
 */
export async function toastUnlessPlaying(cache: QueryClient, had: QueuePosition): Promise<void> {
  const seen = await cache.fetchQuery({ ...controlSessionQuery, staleTime: 0 }).catch(() => null)
  if (isLiveSession(seen?.session ?? null)) return
  toast({
    title: 'Je plek in de rij is vervallen',
    description: had.claimUntil
      ? 'Je tijd om te starten is voorbij. Sluit gerust weer aan.'
      : `${had.toyName} is er nu niet meer voor je.`,
  })
}

/** Joins the queue for a toy. */
export function useJoinQueue() {
  const cache = useQueryClient()
  return useApiMutation(
    async (toyId: string) => {
      const askedAt = performance.now()
      return queueSnapshot(await call(joinQueue, { toyId }), askedAt)
    },
    {
      onSuccess: joined => replacePosition(cache, joined),
      failed: 'Aansluiten lukt niet',
      onSettled: () => void cache.invalidateQueries({ queryKey: toysQuery.queryKey }),
    },
  )
}

/** Leaves the queue. */
export function useLeaveQueue() {
  const cache = useQueryClient()
  return useApiMutation(leaveQueue, {
    onSuccess: () => replacePosition(cache, noPosition),
    done: 'Je staat niet meer in de rij',
    failed: 'Verlaten lukt niet',
    onSettled: () => void cache.invalidateQueries({ queryKey: toysQuery.queryKey }),
  })
}

async function replacePosition(cache: QueryClient, snapshot: QueueSnapshot): Promise<void> {
  await cache.cancelQueries({ queryKey: queuePositionQuery.queryKey })
  cache.setQueryData(queuePositionQuery.queryKey, snapshot)
}
