import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../ui/call.ts'
import { createListUrl } from '../../ui/listUrl.ts'
import {
  listLiveVisitors,
  type Period,
  periods,
  readShopAnalytics,
  readWebsiteAnalytics,
} from './contract.ts'

/** How often is looked again, in milliseconds: at what happens now, and at what adds up. */
const POLL_MS = { live: 5000, website: 30_000 }

/** How long the lists are: beside each other, and where one asks for all of one. */
export const TOP_LIST_LENGTH = { few: 5, all: 500 }

const DEFAULT_PERIOD: Period = 30

const flag = z
  .enum(['true', 'false'])
  .transform(value => value === 'true')
  .catch(false)

const VisitorsPageQuery = z.object({
  days: z.coerce
    .number()
    .transform((days): Period => periods.find(period => period === days) ?? DEFAULT_PERIOD)
    .catch(DEFAULT_PERIOD),
  excludeBots: flag,
  excludeAPI: flag,
})
export type VisitorsPageQuery = z.output<typeof VisitorsPageQuery>

export const visitorsPageUrl = createListUrl('/admin/visitors', VisitorsPageQuery)

const flagParam = (isOn: boolean): 'true' | 'false' => (isOn ? 'true' : 'false')

/** Who came and what they looked at. */
export const websiteAnalyticsQuery = (
  { days, excludeBots, excludeAPI }: VisitorsPageQuery,
  top = TOP_LIST_LENGTH.few,
) =>
  queryOptions({
    queryKey: ['visits', 'website', { days, excludeBots, excludeAPI, top }],
    queryFn: ({ signal }) =>
      call(
        readWebsiteAnalytics,
        { days, excludeBots: flagParam(excludeBots), excludeAPI: flagParam(excludeAPI), top },
        { signal },
      ),
    refetchOnMount: 'always',
    refetchInterval: POLL_MS.website,
  })

/** Who is here now. */
export const liveVisitorsQuery = ({
  excludeBots,
  excludeAPI,
}: Pick<VisitorsPageQuery, 'excludeBots' | 'excludeAPI'>) =>
  queryOptions({
    queryKey: ['visits', 'live', { excludeBots, excludeAPI }],
    queryFn: ({ signal }) =>
      call(
        listLiveVisitors,
        { excludeBots: flagParam(excludeBots), excludeAPI: flagParam(excludeAPI) },
        { signal },
      ),
    refetchOnMount: 'always',
    refetchInterval: POLL_MS.live,
  })

/** The shop in four figures. */
export const shopAnalyticsQuery = queryOptions({
  queryKey: ['visits', 'shop'],
  queryFn: ({ signal }) => call(readShopAnalytics, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: POLL_MS.website,
})
