import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { readTaskCounts, listDailyStats, readStats } from './contract.ts'

export const statsQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: ({ signal }) => call(readStats, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: 30_000,
})

export const dailyStatsQuery = (days: number) =>
  queryOptions({
    queryKey: ['figures', 'days', days],
    queryFn: ({ signal }) => call(listDailyStats, { days }, { signal }),
    refetchOnMount: 'always',
  })

export const taskCountsQuery = queryOptions({
  queryKey: ['figures', 'chores'],
  queryFn: ({ signal }) => call(readTaskCounts, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: 30_000,
})
