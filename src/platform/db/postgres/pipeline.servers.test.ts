import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../../tests/support/postgres.ts'
import { isDatabaseUnavailable } from '../databaseErrors.ts'
import type { Database } from '../db.ts'
import { writePipelined } from '../pipelinedStatements.ts'
import { openPostgres } from './openPostgres.ts'
import { queryRow } from '../sql.ts'

let postgres: PostgresServer
let url: string
let database: Database
beforeAll(async () => {
  postgres = await openPostgresServer()
  url = await postgres.create()
})
afterAll(() => postgres.close())
beforeEach(async () => void (database = await openPostgres(url)))
afterEach(() => database.close())

const ask = <Row>(statement: ReturnType<typeof sql>) => queryRow<Row>(database.pipelinedReads, statement)

/** Each in a turn of the event loop of its own, which has another connection. */
async function inTurns<T>(
  count: number,
  start: (n: number) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const started: Promise<PromiseSettledResult<T>>[] = []
  for (let n = 0; n < count; n += 1) {
    started.push(Promise.allSettled([start(n)]).then(([result]) => result))
    await nextTurn()
  }
  return Promise.all(started)
}

const pidOf = async () => (await ask<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid
const valuesOf = <T>(results: PromiseSettledResult<T>[]) =>
  results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))

it('answers each of many simultaneous statements, those of a turn on one of three connections', async () => {
  const answers = valuesOf(
    await inTurns(20, turn =>
      Promise.all(
        [1, 2, 3, 4, 5].map(at =>
          ask<{ n: number; pid: number }>(
            sql`select ${5 * turn + at - 1}::int as n, pg_backend_pid() as pid, pg_sleep(0.001)`,
          ),
        ),
      ),
    ),
  ).flat()
  expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(3)
})

it('fails a statement alone, and keeps the writes of those beside it', async () => {
  await database.db.execute(sql`create table if not exists written (n int primary key)`)
  const write = async (n: number) =>
    void (await database.pipelinedReads.execute(sql`insert into written values (${n})`))
  const results = await Promise.allSettled([1, 2, 3, 1, 4, 2, 5, 6, 1].map(write))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
  expect(await ask(sql`select count(*)::int as count from written`)).toEqual({ count: 6 })
})

it('says that the database is unavailable when connections are lost, and then opens others', async () => {
  const pids = async () => valuesOf(await inTurns(3, pidOf))
  const before = await pids()
  const lost = inTurns(6, () => ask(sql`select pg_sleep(10)`))
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from unnest(${`{${before.join(',')}}`}::int[]) pid`,
  )
  for (const result of await lost)
    expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true)
  const after = await pids()
  expect(before.filter(pid => after.includes(pid))).toEqual([])
})

it('gives up a connection on which no answer comes, and opens another', async () => {
  const silent = await pidOf()
  process.kill(silent, 'SIGSTOP')
  try {
    // One in three goes to the silent connection; the others are answered meanwhile.
    const results = await inTurns(6, pidOf)
    const failures = results.filter(result => result.status === 'rejected')
    expect(failures).toHaveLength(2)
    expect(failures.every(({ reason }) => isDatabaseUnavailable(reason))).toBe(true)
    const after = valuesOf(await inTurns(3, pidOf))
    expect(after).toHaveLength(3)
    expect(after).not.toContain(silent)
  } finally {
    process.kill(silent, 'SIGCONT')
  }
})

it('ends a statement that takes too long, and keeps those behind it', async () => {
  const slow = ask(sql`select pg_sleep(20)`).catch((error: unknown) => error)
  const behind = await inTurns(6, n => ask(sql`select ${n}::int as n`))
  expect(valuesOf(behind)).toHaveLength(6)
  expect(isDatabaseUnavailable(await slow)).toBe(true)
})

it('repeats a statement that a connection has prepared for a table that changed since', async () => {
  const { db } = database
  await db.execute(sql`create table if not exists changing as select 1 as n, 'een' as word`)
  const read = () => ask(sql`select * from changing where n = ${1}::int`)
  const readAll = async () => valuesOf(await inTurns(6, read))
  expect(await readAll()).toContainEqual({ n: 1, word: 'een' })
  await db.execute(sql`alter table changing alter word type int using 7`)
  expect(await readAll()).toEqual(Array.from({ length: 6 }, () => ({ n: 1, word: 7 })))
})

it('makes a write that waits for a lock on another connection, and holds up nobody meanwhile', async () => {
  const { db } = database
  await db.execute(
    sql`create table if not exists counted as select n, 0 as times from generate_series(1, 9) n`,
  )
  const count = (n: number) =>
    writePipelined(
      database,
      async db => void (await db.execute(sql`update counted set times = times + 1 where n = ${n}::int`)),
    )
  let waiting: Promise<void> | undefined
  await db.transaction(async tx => {
    await tx.execute(sql`select * from counted where n = 1 for update`)
    waiting = count(1)
    await Promise.all([2, 3, 4, 5, 6, 7, 8, 9].map(count))
    await tx.execute(sql`update counted set times = times + 10 where n = 1`)
  })
  await waiting
  expect(await ask(sql`select sum(times)::int as sum from counted`)).toEqual({ sum: 19 })
})

it('has no transactions', async () => {
  await expect(database.pipelinedReads.transaction(() => Promise.resolve())).rejects.toThrow(
    'no transactions',
  )
})
