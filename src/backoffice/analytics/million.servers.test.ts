import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { seedManyVisitsAt, websiteAnalyticsFromRows } from '../../../tests/support/visits.ts'
import type { Database } from '../../platform/db/db.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { rollUpVisits } from './aggregation.service.ts'
import { computeWebsiteAnalytics } from './report.service.ts'
import { includedVisitorTypes } from './rules.ts'
import { pageViews } from './table.ts'

const now = new Date('2026-11-02T13:20:00Z')

let postgres: SharedPostgres
let database: Database
beforeAll(async () => {
  postgres = openSharedPostgres()
  const url = await postgres.create()
  await seedManyVisitsAt(url, 300_000, 190, now)
  database = await openPostgres(url)
  await rollUpVisits(database.db, now)
}, 300_000)
afterAll(async () => {
  await database.close()
  await postgres.close()
})

it('reports the same totals as plain SQL for a million page views', async () => {
  expect(await database.db.$count(pageViews)).toBeGreaterThan(1_000_000)
  for (const [days, excludeBots] of [
    [1, 'false'],
    [30, 'true'],
    [90, 'false'],
  ] as const) {
    const search = { days, excludeBots, excludeAPI: 'false', top: 10 } as const
    const types = includedVisitorTypes(search)
    const { filters, ...figures } = await computeWebsiteAnalytics(database.db, search, now)
    const { totalWithBots, bounceRate, returningRate, ...plain } = await websiteAnalyticsFromRows(
      database.db,
      { days, top: 10, types },
      now,
    )
    expect(figures).toMatchObject(plain)
    expect(figures.bounceRate).toBeCloseTo(bounceRate)
    expect(figures.returningRate).toBeCloseTo(returningRate)
    expect(filters.totalWithBots).toBe(totalWithBots)
  }
}, 120_000)
