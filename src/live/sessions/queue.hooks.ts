import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toysQuery } from '../toys/hooks.ts'
import { call, reasonOf } from '../../ui/call.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { Reading } from './clock.rules.ts'
import { inTime, readingOf } from './hooks.ts'
import { joinQueue, leaveQueue, type QueuePlace, readQueue } from './queue.contract.ts'
import { CLAIM_MS } from './queue.rules.ts'
import { rememberWaiting } from './waiting.hooks.ts'

/** How often the place is asked for, which is also the sign that one still waits, in milliseconds. */
const POLL_MS = 5000

/** One's place, and when the browser saw it. */
export interface Standing {
  place: QueuePlace | null
  reading: Reading | null
  /** There is none because one left, or started. */
  isOver: boolean
}

export const standing = (place: QueuePlace | null, askedAt: number): Standing => ({
  place,
  reading: place && readingOf(place.serverNow, askedAt),
  isOver: false,
})

const over: Standing = { place: null, reading: null, isOver: true }

export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: async ({ signal }) => {
    const askedAt = performance.now()
    return standing(await inTime(within => call(readQueue, {}, { signal: within }), signal), askedAt)
  },
  networkMode: 'always',
  refetchInterval: ({ state }) => (state.data?.place ? POLL_MS : false),
  // Whoever waits does something else meanwhile.
  refetchIntervalInBackground: true,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

/** The place in a queue, and a word when it is lost, or, with `tellsTurn`, when it becomes one's turn. */
export function useQueue(isPlaying: boolean, tellsTurn = true): Standing {
  const cache = useQueryClient()
  const { data } = useQuery({ ...queueQuery, enabled: !isPlaying })
  useEffect(() => {
    if (isPlaying) cache.setQueryData(queueQuery.queryKey, over)
  }, [cache, isPlaying])
  useEffect(() => {
    if (data) rememberWaiting(data.place !== null)
  }, [data])
  useNews(data ?? over, tellsTurn)
  return data ?? over
}

function useNews({ place, isOver }: Standing, tellsTurn: boolean): void {
  const before = useRef<QueuePlace | null>(null)
  useEffect(() => {
    const had = before.current
    before.current = place
    if (tellsTurn && place?.claimUntil && !had?.claimUntil)
      toast({
        title: `${place.toyName} is vrij`,
        description: `Je bent aan de beurt. Start binnen ${CLAIM_MS / 1000} seconden.`,
      })
    if (had && !place && !isOver)
      toast({
        title: 'Je plek in de rij is vervallen',
        description: had.claimUntil
          ? 'Je tijd om te starten is voorbij. Sluit gerust weer aan.'
          : `${had.toyName} is er nu niet meer voor je.`,
      })
  }, [place, isOver, tellsTurn])
}

/** Takes a place in the queue for a toy. */
export function useJoin() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (toyId: string) => {
      const askedAt = performance.now()
      return standing(await call(joinQueue, { toyId }), askedAt)
    },
    onSuccess: async joined => {
      await cache.cancelQueries({ queryKey: queueQuery.queryKey })
      cache.setQueryData(queueQuery.queryKey, joined)
    },
    onError: error =>
      toast({ title: 'Aansluiten lukt niet', description: reasonOf(error), variant: 'destructive' }),
    onSettled: () => void cache.invalidateQueries({ queryKey: toysQuery.queryKey }),
  })
}

/** Gives the place up. */
export function useLeave() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (toyId: string) => call(leaveQueue, { toyId }),
    onSuccess: async () => {
      await cache.cancelQueries({ queryKey: queueQuery.queryKey })
      cache.setQueryData(queueQuery.queryKey, over)
      toast({ title: 'Je staat niet meer in de rij' })
    },
    onError: error =>
      toast({ title: 'Verlaten lukt niet', description: reasonOf(error), variant: 'destructive' }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: toysQuery.queryKey })
    },
  })
}
