import { z } from 'zod'
import { call } from '../../ui/call.ts'
import { apiQuery, useApiMutation } from '../../ui/hooks.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import type { InputOf } from '../../wire/endpoint.ts'
import { closePeriod, listPeriods, Quarter, readReport, ReportName } from './contract.ts'

/** Without a quarter the page shows the present one. */
export const reportListUrl = createListUrl(
  '/admin/reports',
  z.object({ quarter: z.union([Quarter, z.literal('')]).catch(''), report: ReportName.catch('sales') }),
)

const reportsKey = ['reports']

export const periodsQuery = apiQuery(reportsKey, listPeriods, {}, { refetchOnMount: 'always' })

export const reportQuery = (quarter: string, report: ReportName) =>
  apiQuery([...reportsKey, quarter, report], readReport, { quarter, report }, { staleTime: 0 })

export const useClosePeriod = () =>
  useApiMutation((input: InputOf<typeof closePeriod>) => call(closePeriod, input), {
    invalidates: [reportsKey],
    done: 'Het kwartaal is gesloten',
    failed: 'Het kwartaal is niet gesloten',
  })
