import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../ui/call.ts'
import { lookAt } from '../../ui/look.ts'
import { listLive, type Period, periods, readAnalytics, readWebsite } from './contract.ts'

/** How often is looked again, in milliseconds: at what happens now, and at what adds up. */
const POLL_MS = { live: 5000, website: 30_000 }

/** How long the lists are: beside each other, and where one asks for all of one. */
export const TOP = { few: 5, all: 500 }

const USUAL: Period = 30

const flag = z
  .enum(['true', 'false'])
  .transform(value => value === 'true')
  .catch(false)

const Look = z.object({
  days: z.coerce
    .number()
    .transform((days): Period => periods.find(period => period === days) ?? USUAL)
    .catch(USUAL),
  excludeBots: flag,
  excludeAPI: flag,
})
export type Look = z.output<typeof Look>

export const visitorLooks = lookAt('/admin/visitors', Look)

const word = (isOn: boolean): 'true' | 'false' => (isOn ? 'true' : 'false')

/** Who came and what they looked at. */
export const websiteQuery = ({ days, excludeBots, excludeAPI }: Look, top = TOP.few) =>
  queryOptions({
    queryKey: ['visits', 'website', { days, excludeBots, excludeAPI, top }],
    queryFn: ({ signal }) =>
      call(
        readWebsite,
        { days, excludeBots: word(excludeBots), excludeAPI: word(excludeAPI), top },
        { signal },
      ),
    refetchOnMount: 'always',
    refetchInterval: POLL_MS.website,
  })

/** Who is here now. */
export const liveQuery = ({ excludeBots, excludeAPI }: Pick<Look, 'excludeBots' | 'excludeAPI'>) =>
  queryOptions({
    queryKey: ['visits', 'live', { excludeBots, excludeAPI }],
    queryFn: ({ signal }) =>
      call(listLive, { excludeBots: word(excludeBots), excludeAPI: word(excludeAPI) }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: POLL_MS.live,
  })

/** The shop in four figures. */
export const analyticsQuery = queryOptions({
  queryKey: ['visits', 'shop'],
  queryFn: ({ signal }) => call(readAnalytics, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: POLL_MS.website,
})
