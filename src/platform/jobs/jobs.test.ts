import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { deleteExpiredIdempotencyKeys, runOnce, type IdempotencyKey } from '../db/idempotency.ts'
import { defineJob, startJobs, type Jobs } from './jobs.ts'
import { createLog } from '../telemetry/log.ts'
import { workContext } from '../telemetry/workContext.ts'
import type { Database } from '../db/db.ts'
import { idempotencyKeys } from '../db/table.ts'

let database: Database
let jobs: Jobs
const lines: string[] = []
const log = createLog('warn', { write: line => void lines.push(line) })
beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await startJobs(database, { log })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 25 })
interface Note {
  note: string
}

describe('a job', () => {
  it('runs after the transaction that sends it commits, and not before', async () => {
    const done: string[] = []
    const work = defineJob<Note>('committed')
    await jobs.work(work, async ({ note }) => void done.push(note))
    const undone = database.db.transaction(async tx => {
      await jobs.send(tx, work, { note: 'undone' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await database.db.transaction(tx => jobs.send(tx, work, { note: 'done' }))
    await until(() => expect(done).toEqual(['done']))
  })

  it('that fails is retried without failing the others', async () => {
    const tries = new Map<string, number>()
    const work = defineJob<Note>('failing')
    await jobs.work(work, async ({ note }) => {
      tries.set(note, (tries.get(note) ?? 0) + 1)
      if (note === 'bad' && tries.get(note) === 1) throw new Error('once')
    })
    await database.db.transaction(async tx => {
      for (const note of ['a', 'bad', 'b', 'c']) await jobs.send(tx, work, { note })
    })
    await until(() => expect(tries.get('bad')).toBe(2))
    expect([tries.get('a'), tries.get('b'), tries.get('c')]).toEqual([1, 1, 1])
  })

  it('is logged with the id of the request that sent it, and so are the jobs that it sends', async () => {
    const seen: object[] = []
    const second = defineJob<Note>('second', 0)
    const first = defineJob<Note>('first', 0)
    await jobs.work(second, async data => {
      seen.push(data)
      throw new Error('twice')
    })
    await jobs.work(first, async data => {
      seen.push(data)
      await database.db.transaction(tx => jobs.sendAll(tx, second, [{ note: 'b' }]))
      throw new Error('once')
    })
    const work = { requestId: '0123456789ab', span: undefined, databaseMs: 0 }
    await workContext.run(work, () => database.db.transaction(tx => jobs.send(tx, first, { note: 'a' })))
    const logged = () =>
      lines
        .map(line => JSON.parse(line) as { job: string; reqId: string })
        .filter(({ job }) => /first|second/.test(job))
    await until(() => expect(logged()).toHaveLength(2))
    expect(logged().map(({ job, reqId }) => [job, reqId])).toEqual([
      ['first', '0123456789ab'],
      ['second', '0123456789ab'],
    ])
    expect(seen).toEqual([{ note: 'a' }, { note: 'b' }])
  })

  it('is given up after its retries, where it has a maximum', async () => {
    let tries = 0
    const work = defineJob<Note>('hopeless', 1)
    await jobs.work(work, async () => {
      tries += 1
      throw new Error('always')
    })
    await database.db.transaction(tx => jobs.send(tx, work, { note: '' }))
    const states = async () =>
      (
        (await database.db.execute("select state from pgboss.job where name = 'hopeless'")) as {
          rows: unknown[]
        }
      ).rows
    await until(async () => expect(await states()).toEqual([{ state: 'failed' }]))
    expect(tries).toBe(2)
  })

  it('survives the end of its node', async () => {
    const work = defineJob<Note>('left-behind')
    await jobs.work(work, async () => undefined)
    const done: string[] = []
    await database.db.transaction(tx => jobs.send(tx, work, { note: 'later' }, 1))
    await jobs.stop()
    expect(jobs.isHealthy()).toBe(false)
    jobs = await startJobs(database, { log })
    expect(jobs.isHealthy()).toBe(true)
    await jobs.work(work, async ({ note }) => void done.push(note))
    await until(() => expect(done).toEqual(['later']))
  })

  it('of the clock has no data, and runs', async () => {
    const hourly = defineJob<object>('hourly', 0)
    let runs = 0
    await jobs.every('0 * * * *', hourly, async () => void (runs += 1))
    // As pg-boss sends it.
    await database.db.execute(sql`insert into pgboss.job (name, data) values ('hourly', null)`)
    jobs.wake()
    await until(() => expect(runs).toBe(1))
    const { rows } = (await database.db.execute(
      sql`select state from pgboss.job where name = 'hourly' and state = 'failed'`,
    )) as { rows: unknown[] }
    expect(rows).toEqual([])
  })

  it('of each minute runs while it has something to do, without a schedule of its own', async () => {
    const minutely = defineJob<object>('minutely', 0)
    await jobs.every('* * * * *', minutely, async () => undefined)
    await jobs.stop()
    jobs = await startJobs(database, { log, schedule: false })
    let [runs, isDue] = [0, false]
    await jobs.everyMinute(
      minutely,
      () => sql`${isDue}::boolean`,
      async () => void (runs += 1),
    )
    const minutePasses = async () => {
      await database.db.execute(sql`delete from pgboss.job where name = 'jobs.everyMinute'`)
      await database.db.execute(sql`insert into pgboss.job (name, data) values ('jobs.everyMinute', null)`)
      jobs.wake()
      await until(async () => {
        const { rows } = (await database.db.execute(
          sql`select distinct state from pgboss.job where name in ('jobs.everyMinute', 'minutely')`,
        )) as { rows: unknown[] }
        expect(rows).toEqual([{ state: 'completed' }])
      })
      return runs
    }
    expect(await minutePasses()).toBe(0)
    isDue = true
    expect(await minutePasses()).toBe(1)
    const { rows } = (await database.db.execute(
      sql`select name from pgboss.schedule where name = 'minutely'`,
    )) as { rows: unknown[] }
    expect(rows).toEqual([])
  })

  it('is defined anew only where a start brings another definition', async () => {
    const nightly = defineJob<Note>('nightly', 0)
    const definition = async () =>
      (await database.db.execute(
        sql`select queue.updated_on as queue, cron, schedule.updated_on as schedule from pgboss.schedule join pgboss.queue using (name) where name = 'nightly'`,
      )) as { rows: unknown[] }
    const startAgain = async (cron: string, retryLimit: number) => {
      await jobs.stop()
      jobs = await startJobs(database, { log, schedule: false })
      await jobs.every(cron, { ...nightly, retryLimit }, async () => undefined)
      return (await definition()).rows
    }
    const first = await startAgain('0 3 * * *', 0)
    expect(await startAgain('0 3 * * *', 0)).toEqual(first)
    const [changed] = await startAgain('0 4 * * *', 2)
    expect(changed).toMatchObject({ cron: '0 4 * * *' })
    const { rows } = (await database.db.execute(
      sql`select retry_limit from pgboss.queue where name = 'nightly'`,
    )) as { rows: unknown[] }
    expect(rows).toEqual([{ retry_limit: 2 }])
  })
})

describe('an idempotency key', () => {
  const key = (input: unknown = { a: 1 }): IdempotencyKey => ({
    userId: randomUUIDv7(),
    key: 'key',
    operation: 'test',
    input,
  })
  const make = (once_: IdempotencyKey, made: string[]) =>
    database.db.transaction(tx => runOnce(tx, once_, async id => void made.push(id)))

  it('creates one result, also when later calls have other input', async () => {
    const made: string[] = []
    const mine = key()
    const ids = [await make(mine, made), await make({ ...mine, input: { a: 1 } }, made)]
    expect(new Set(ids)).toEqual(new Set(made))
    expect(made).toHaveLength(1)
    for (const other of [{ input: { a: 2 } }, { operation: 'another' }]) {
      await expect(make({ ...mine, ...other }, made)).rejects.toMatchObject({ code: 'IDEMPOTENCY_REUSED' })
    }
    await make({ ...mine, userId: randomUUIDv7() }, made)
    await make({ ...mine, key: null }, made)
    await make({ ...mine, key: null }, made)
    expect(new Set(made).size).toBe(4)
  })

  it('stays free when its transaction fails', async () => {
    const mine = key()
    const failing = database.db.transaction(tx => runOnce(tx, mine, () => Promise.reject(new Error('no'))))
    await expect(failing).rejects.toThrow('no')
    const made: string[] = []
    expect(await make(mine, made)).toBe(made[0])
  })

  it('expires after a day', async () => {
    const made: string[] = []
    const [mine, forgotten] = [key(), key()]
    await make(mine, made)
    await make(forgotten, made)
    await database.db.update(idempotencyKeys).set({ createdAt: new Date(Date.now() - 25 * 3600_000) })
    await make({ ...mine, input: 'another' }, made)
    expect(new Set(made).size).toBe(3)
    await deleteExpiredIdempotencyKeys(database.db)
    expect(await database.db.select({ userId: idempotencyKeys.userId }).from(idempotencyKeys)).toEqual([
      { userId: mine.userId },
    ])
  })
})
