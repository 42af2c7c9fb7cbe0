import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresServer, type Postgres } from '../../../tests/support/postgres.ts'
import { plainWebsite, seedVisits } from '../../../tests/support/visits.ts'
import { type Database, openPostgres } from '../../platform/db.ts'
import { addUpVisits } from './day.service.ts'
import { readWebsite } from './figures.service.ts'
import { typesIn } from './rules.ts'
import { pageViews } from './table.ts'

const now = new Date('2026-11-02T13:20:00Z')

let postgres: Postgres
let database: Database
beforeAll(async () => {
  postgres = await openPostgresServer()
  database = await openPostgres(await postgres.create())
  await seedVisits(database.db, 300_000, 190, now)
  await addUpVisits(database.db, now)
}, 300_000)
afterAll(async () => {
  await database.close()
  await postgres.close()
})

it('of a million page views the figures are those of plain SQL', async () => {
  expect(await database.db.$count(pageViews)).toBeGreaterThan(1_000_000)
  for (const [days, excludeBots] of [
    [1, 'false'],
    [30, 'true'],
    [90, 'false'],
  ] as const) {
    const search = { days, excludeBots, excludeAPI: 'false', top: 10 } as const
    const types = typesIn(search)
    const { filters, ...figures } = await readWebsite(database.db, search, now)
    const { totalWithBots, bounceRate, returningRate, ...plain } = await plainWebsite(
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
