import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { websiteAnalyticsFromRows, seedManyVisits } from '../../../tests/support/visits.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Period, WebsiteAnalyticsInput } from './contract.ts'
import { rollUpVisits } from './aggregation.service.ts'
import { computeWebsiteAnalytics } from './report.service.ts'
import { includedVisitorTypes } from './rules.ts'

// The period includes the end of daylight saving time.
const now = new Date('2026-11-02T13:20:00Z')

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await seedManyVisits(database.db, 3000, 190, now)
})
afterAll(() => database.close())

const asked: WebsiteAnalyticsInput[] = [
  { days: 1, excludeBots: 'false', excludeAPI: 'false', top: 7 },
  { days: 1, excludeBots: 'true', excludeAPI: 'true', top: 3 },
  { days: 7, excludeBots: 'true', excludeAPI: 'false', top: 7 },
  { days: 30, excludeBots: 'false', excludeAPI: 'true', top: 7 },
  { days: 90, excludeBots: 'true', excludeAPI: 'true', top: 500 },
]

const rounded = (share: number) => Math.round(share * 1e6)

/** Every number of the report, with the same number computed from all rows. */
async function bothWays(at: Date) {
  const [found, plain]: object[][] = [[], []]
  for (const search of asked) {
    const { days, top } = search
    const types = includedVisitorTypes(search)
    const { filters, series, bounceRate, returningRate, ...figures } = await computeWebsiteAnalytics(
      database.db,
      search,
      at,
    )
    const sum = (key: 'visits' | 'pageViews') => series.reduce((total, each) => total + each[key], 0)
    found?.push({
      ...figures,
      rates: [rounded(bounceRate), rounded(returningRate)],
      totalWithBots: filters.totalWithBots,
      series: [sum('visits'), sum('pageViews')],
    })
    const {
      bounceRate: bounces,
      returningRate: returning,
      ...counted
    } = await websiteAnalyticsFromRows(database.db, { days, top, types }, at)
    plain?.push({
      ...counted,
      rates: [rounded(bounces), rounded(returning)],
      series: [counted.visits, counted.pageViews],
    })
  }
  return { found, plain }
}

it('reports the same as plain SQL before any day is rolled up', async () => {
  const { found, plain } = await bothWays(now)
  expect(found).toEqual(plain)
})

it('reports the same after days are rolled up once or twice', async () => {
  await rollUpVisits(database.db, new Date('2026-09-10T03:00:00Z'))
  await rollUpVisits(database.db, new Date('2026-10-27T03:00:00Z'))
  const partly = await bothWays(now)
  expect(partly.found).toEqual(partly.plain)
  await rollUpVisits(database.db, now)
  await rollUpVisits(database.db, now)
  const all = await bothWays(now)
  expect(all.found).toEqual(all.plain)
})

it('has a data point for each day, and for each hour of a single day', async () => {
  const series = async (days: Period) =>
    (
      await computeWebsiteAnalytics(
        database.db,
        { days, excludeBots: 'false', excludeAPI: 'false', top: 5 },
        now,
      )
    ).series
  const month = await series(30)
  expect(month.map(({ at }) => at).slice(0, 2)).toEqual(['2026-10-04', '2026-10-05'])
  expect(month.at(-1)?.at).toBe('2026-11-02')
  expect(month).toHaveLength(30)
  const hours = await series(1)
  expect(hours.map(({ at }) => at)[0]).toBe('2026-11-01T23:00:00.000Z')
  expect(hours).toHaveLength(15)
})

it('reports zeros for a shop without visits', async () => {
  const empty = await openTestDatabase()
  await rollUpVisits(empty.db, now)
  const search = { days: 7, excludeBots: 'true', excludeAPI: 'true', top: 5 } as const
  expect(await computeWebsiteAnalytics(empty.db, search, now)).toMatchObject({
    totalVisitors: 0,
    visits: 0,
    averageTime: 0,
    bounceRate: 0,
    topPages: [],
    funnel: { product: 0, cart: 0, checkout: 0, paid: 0 },
  })
  await empty.close()
})
