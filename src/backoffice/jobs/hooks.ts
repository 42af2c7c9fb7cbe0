import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, reasonOf } from '../../ui/call.ts'
import { plural } from '../../ui/format.ts'
import { lookAt } from '../../ui/look.ts'
import { toast } from '../../ui/parts/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'

const Look = z.object({
  queue: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type JobLook = z.output<typeof Look>

export const jobLooks = lookAt('/admin/jobs', Look)

/** Work goes on by itself: it is looked at again while one looks. */
export const jobsQuery = (look: JobLook) =>
  queryOptions({
    queryKey: ['jobs', look],
    queryFn: ({ signal }) => call(listJobs, look, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 10_000,
  })

type Which = InputOf<typeof retryJobs>

function useDeed(deed: (which: Which) => Promise<{ count: number }>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: deed,
    onSuccess: async ({ count }) => {
      await cache.invalidateQueries({ queryKey: ['jobs'] })
      toast(
        count > 0
          ? { title: `${plural(count, 'taak', 'taken')} ${done}` }
          : { title: 'Er was niets meer te doen' },
      )
    },
    onError: error => toast({ title: 'Niet gelukt', description: reasonOf(error), variant: 'destructive' }),
  })
}

export const useRetry = () => useDeed(which => call(retryJobs, which), 'opnieuw geprobeerd')
export const useDiscard = () => useDeed(which => call(discardJobs, which), 'weggegooid')
