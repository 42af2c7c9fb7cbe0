import { apiQuery } from '../../ui/call/hooks.ts'
import { readTaskCounts, listDailyStats, readStats } from './contract.ts'

const polled = { refetchOnMount: 'always', refetchInterval: 30_000 } as const

export const statsQuery = apiQuery(['stats'], readStats, {}, polled)

export const taskCountsQuery = apiQuery(['stats', 'taskCounts'], readTaskCounts, {}, polled)

export const dailyStatsQuery = (days: number) =>
  apiQuery(['stats', 'days', days], listDailyStats, { days }, { refetchOnMount: 'always' })
