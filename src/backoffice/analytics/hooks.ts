import { z } from 'zod'
import { apiQuery } from '../../ui/call/hooks.ts'
import { createListUrl } from '../../ui/lists/listUrl.ts'
import {
  listLiveVisitors,
  type Period,
  periods,
  readShopAnalytics,
  readWebsiteAnalytics,
} from './contract.ts'

/** Polling intervals in milliseconds. */
const POLL_MS = { live: 5000, website: 30_000 }

/** Length of the top lists, in the overview and when one is expanded. */
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

/** The filters as parameters of a call. */
const botParams = ({ excludeBots, excludeAPI }: Pick<VisitorsPageQuery, 'excludeBots' | 'excludeAPI'>) =>
  ({
    excludeBots: excludeBots ? 'true' : 'false',
    excludeAPI: excludeAPI ? 'true' : 'false',
  }) as const

const polled = (refetchInterval: number) => ({ refetchOnMount: 'always', refetchInterval }) as const

export const websiteAnalyticsQuery = ({ days, ...query }: VisitorsPageQuery, top = TOP_LIST_LENGTH.few) =>
  apiQuery(
    ['visits', 'website', { days, ...query, top }],
    readWebsiteAnalytics,
    { days, ...botParams(query), top },
    polled(POLL_MS.website),
  )

export const liveVisitorsQuery = (query: Pick<VisitorsPageQuery, 'excludeBots' | 'excludeAPI'>) => {
  const input = botParams(query)
  return apiQuery(['visits', 'live', input], listLiveVisitors, input, polled(POLL_MS.live))
}

export const shopAnalyticsQuery = apiQuery(['visits', 'shop'], readShopAnalytics, {}, polled(POLL_MS.website))
