import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import { createListUrl } from '../../ui/lists/listUrl.ts'
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
      refetchInterval: ({ state }) => (state.data?.some(({ isRunning }) => isRunning) ? POLL_MS : false),
    },
  )

/** The comparisons of a quarter; a new one renews the report of its payments. */
export function useComparison(quarter: string) {
  const cache = useQueryClient()
  const found = useQuery(comparisonQuery(quarter))
  const comparedAt = found.data?.map(({ comparison }) => comparison?.comparedAt).join()
  useEffect(() => {
    for (const report of ['payments', 'settlements'] as const)
      void cache.invalidateQueries({ queryKey: reportQuery(quarter, report).queryKey })
  }, [cache, quarter, comparedAt])
  return found
}

/** Compares with the lists of a provider, or with the file of its export. */
export function useCompare() {
  const cache = useQueryClient()
  return useApiMutation(
    ({ file, ...compared }: InputOf<typeof startComparison> & { file?: File }) => {
      const form = new FormData()
      if (file) form.append('file', file)
      return call(startComparison, compared, file && { form })
    },
    {
      onSuccess: (states, { quarter }) => cache.setQueryData(comparisonQuery(quarter).queryKey, states),
      failed: 'Er is niet vergeleken',
      hasFieldErrors: true,
    },
  )
}

export const useClosePeriod = () =>
  useApiMutation((input: InputOf<typeof closePeriod>) => call(closePeriod, input), {
    invalidates: [reportsKey],
    done: 'Het kwartaal is gesloten',
    failed: 'Het kwartaal is niet gesloten',
  })
