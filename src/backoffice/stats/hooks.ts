import { queryOptions } from '@tanstack/react-query'
import { call } from '../../ui/call.ts'
import { listChores, listDays, readStats } from './contract.ts'

export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: ({ signal }) => call(readStats, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: 30_000,
})

export const daysQuery = (days: number) =>
  queryOptions({
    queryKey: ['figures', 'days', days],
    queryFn: ({ signal }) => call(listDays, { days }, { signal }),
    refetchOnMount: 'always',
  })

export const choresQuery = queryOptions({
  queryKey: ['figures', 'chores'],
  queryFn: ({ signal }) => call(listChores, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: 30_000,
})
