import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { plural } from '../../ui/format.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { createListUrl, urlFields } from '../../ui/lists/listUrl.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'

const JobListQuery = z.object({
  queue: z.string().max(100).optional().catch(undefined),
  page: urlFields.page,
})
export type JobListQuery = z.output<typeof JobListQuery>

export const jobListUrl = createListUrl('/admin/jobs', JobListQuery)

/** Polled, since jobs run all the time. */
export const jobsQuery = (query: JobListQuery) =>
  apiQuery(['jobs', query], listJobs, query, {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 10_000,
  })

const useJobMutation = (endpoint: typeof retryJobs, done: string) =>
  useApiMutation(endpoint, {
    invalidates: [['jobs']],
    done: ({ count }) => ({
      title: count > 0 ? `${plural(count, 'taak', 'taken')} ${done}` : 'Er was niets meer te doen',
    }),
    failed: 'Niet gelukt',
  })

export const useRetryJobs = () => useJobMutation(retryJobs, 'opnieuw geprobeerd')
export const useDiscardJobs = () => useJobMutation(discardJobs, 'weggegooid')
