import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { call } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import {
  closePeriod,
  listPeriods,
  Quarter,
  readComparison,
  readReport,
  ReportName,
  startComparison,
} from './contract.ts'

/** Without a quarter the page shows the present one. */
export const reportListUrl = createListUrl(
  '/admin/reports',
  z.object({ quarter: z.union([Quarter, z.literal('')]).catch(''), report: ReportName.catch('sales') }),
)

const reportsKey = ['reports']

export const periodsQuery = apiQuery(reportsKey, listPeriods, {}, { refetchOnMount: 'always' })

export const reportQuery = (quarter: string, report: ReportName) =>
  apiQuery([...reportsKey, quarter, report], readReport, { quarter, report }, { staleTime: 0 })

/** Milliseconds between polls while a comparison is made. */
const POLL_MS = 1500

const comparisonQuery = (quarter: string) =>
  apiQuery(
    [...reportsKey, quarter, 'comparison'],
    readComparison,
    { quarter },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.isRunning ? POLL_MS : false),
    },
  )

/** The comparison of a quarter; a new one renews the report of its payments. */
export function useComparison(quarter: string) {
  const cache = useQueryClient()
  const found = useQuery(comparisonQuery(quarter))
  const comparedAt = found.data?.comparison?.comparedAt
  useEffect(() => {
    for (const report of ['payments', 'settlements'] as const)
      void cache.invalidateQueries({ queryKey: reportQuery(quarter, report).queryKey })
  }, [cache, quarter, comparedAt])
  return found
}

export function useStartComparison() {
  const cache = useQueryClient()
  return useApiMutation(startComparison, {
    onSuccess: (state, { quarter }) => cache.setQueryData(comparisonQuery(quarter).queryKey, state),
    failed: 'Er is niet vergeleken',
  })
}

export const useClosePeriod = () =>
  useApiMutation((input: InputOf<typeof closePeriod>) => call(closePeriod, input), {
    invalidates: [reportsKey],
    done: 'Het kwartaal is gesloten',
    failed: 'Het kwartaal is niet gesloten',
  })
