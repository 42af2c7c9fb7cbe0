import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { call, userMessageOf } from '../../ui/call.ts'
import { plural } from '../../ui/format.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import { toast } from '../../ui/components/toast.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'

const JobListQuery = z.object({
  queue: z.string().max(100).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})
export type JobListQuery = z.output<typeof JobListQuery>

export const jobListUrl = createListUrl('/admin/jobs', JobListQuery)

/** Work goes on by itself: it is looked at again while one looks. */
export const jobsQuery = (look: JobListQuery) =>
  queryOptions({
    queryKey: ['jobs', look],
    queryFn: ({ signal }) => call(listJobs, look, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 10_000,
  })

type FailedJobSelection = InputOf<typeof retryJobs>

function useJobMutation(deed: (which: FailedJobSelection) => Promise<{ count: number }>, done: string) {
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
    onError: error =>
      toast({ title: 'Niet gelukt', description: userMessageOf(error), variant: 'destructive' }),
  })
}

export const useRetryJobs = () => useJobMutation(which => call(retryJobs, which), 'opnieuw geprobeerd')
export const useDiscardJobs = () => useJobMutation(which => call(discardJobs, which), 'weggegooid')
