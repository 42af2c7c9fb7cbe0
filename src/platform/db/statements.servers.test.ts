import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import type { Database } from './db.ts'
import { openPostgres } from './postgres/openPostgres.ts'
import { logSlowStatements } from './statements.ts'
import { createLog } from '../telemetry/log.ts'
import { workContext } from '../telemetry/workContext.ts'

const THRESHOLD_MS = 150
const lines: string[] = []
let postgres: SharedPostgres
let database: Database
let endLog: () => void
beforeAll(async () => {
  postgres = openSharedPostgres()
  database = await openPostgres(await postgres.create())
  endLog = logSlowStatements(createLog('info', { write: line => void lines.push(line) }), THRESHOLD_MS)
})
afterAll(async () => {
  endLog()
  await database.close()
  await postgres.close()
})
beforeEach(() => void lines.splice(0))

const canary = 'kanarie@gloed.test'
const sleep = (seconds: number) => sql`select ${canary}::text, pg_sleep(${seconds}::float8)`
const logged = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)

it('a slow statement is logged without its values, with the request that it was for', async () => {
  const ways = {
    pool: () => database.db.execute(sleep(0.2)),
    transaction: () => database.db.transaction(tx => tx.execute(sleep(0.2))),
    reads: () => database.pipelinedReads.execute(sleep(0.2)),
    writes: () => database.pipelinedWrites.execute(sleep(0.2)),
  }
  for (const [requestId, send] of Object.entries(ways)) {
    const work = { requestId, span: undefined, databaseMs: 0 }
    await workContext.run(work, async () => void (await send()))
    expect(work.databaseMs).toBeGreaterThan(THRESHOLD_MS)
  }
  expect(logged()).toEqual(
    Object.keys(ways).map(reqId =>
      expect.objectContaining({
        msg: 'slow statement',
        statement: 'select $1::text, pg_sleep($2::float8)',
        reqId,
        durationMs: expect.any(Number),
      }),
    ),
  )
  expect(lines.join('')).not.toContain('kanarie')
  expect(Number(logged()[0]?.['durationMs'])).toBeGreaterThanOrEqual(THRESHOLD_MS)
})

it('one that fails after a while is logged too, and a fast one is not', async () => {
  const fails = sql`select pg_sleep(0.2), ${canary}::text, 1 / (random() * 0)::int`
  await expect(database.db.execute(fails)).rejects.toThrow('Failed query')
  await database.db.execute(sleep(0))
  expect(logged()).toMatchObject([
    { msg: 'slow statement', statement: expect.stringContaining('1 / (random() * 0)') },
  ])
  expect(lines.join('')).not.toContain('kanarie')
})
