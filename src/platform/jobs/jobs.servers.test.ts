import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import type { Database } from '../db/db.ts'
import { openPostgres } from '../db/postgres/openPostgres.ts'
import { defineJob, defineScheduledJob, startJobs, type Jobs } from './jobs.ts'
import { createLog } from '../telemetry/log.ts'

/** A node that stops, beside one that stays. */
const postgres = openSharedPostgres()
const databases: Database[] = []
let stays: Jobs
let url: string
beforeAll(async () => {
  url = await postgres.create()
  stays = (await open()).jobs
})
afterAll(async () => {
  await stays.stop()
  await Promise.all(databases.map(database => database.close()))
  await postgres.close()
})

async function open() {
  const database = await openPostgres(url)
  databases.push(database)
  return { database, jobs: await startJobs(database, { log: createLog('silent') }) }
}

const PATIENCE = { timeout: 30_000, interval: 50 }

it('lets a job that is under way finish when its node stops, or gives it to another node', async () => {
  const [short, long] = [defineJob<object>('stops.short'), defineJob<object>('stops.long')]
  const scheduled = defineScheduledJob('stops.scheduled')
  const leaves = await open()
  const ended = Promise.withResolvers<void>()
  const begun = new Set<string>()
  const begin = (name: string, end: Promise<void>) => async () => {
    begun.add(name)
    await end
  }
  await leaves.jobs.work(short, begin('short', ended.promise))
  await leaves.jobs.work(long, begin('long', new Promise(() => undefined)))
  await leaves.jobs.work(scheduled, begin('scheduled', new Promise(() => undefined)))
  const { db } = leaves.database
  await db.transaction(async tx => {
    for (const job of [short, long, scheduled]) await leaves.jobs.send(tx, job, {})
  })
  await vi.waitFor(() => expect(begun).toEqual(new Set(['short', 'long', 'scheduled'])), PATIENCE)

  const givenBack: string[] = []
  for (const job of [short, long, scheduled]) await stays.work(job, async () => void givenBack.push(job.name))
  const stopped = leaves.jobs.stop()
  ended.resolve()
  await stopped
  const rows = async () => {
    const { rows } = (await db.execute(
      `select name, state, retry_count as retries from pgboss.job where name like 'stops.%' order by name`,
    )) as { rows: object[] }
    return rows
  }
  await vi.waitFor(
    async () =>
      expect(await rows()).toEqual([
        { name: 'stops.long', state: 'completed', retries: 1 },
        { name: 'stops.scheduled', state: 'completed', retries: 1 },
        { name: 'stops.short', state: 'completed', retries: 0 },
      ]),
    PATIENCE,
  )
  expect(givenBack.toSorted()).toEqual(['stops.long', 'stops.scheduled'])
})
