import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../../tests/support/postgres.ts'
import { isDatabaseUnavailable } from '../databaseErrors.ts'
import { PreparedStatementClient } from './client.ts'

const LIMIT_MS = 300

let postgres: PostgresServer
let url: string
beforeAll(async () => {
  postgres = await openPostgresServer()
  url = await postgres.create()
})
afterAll(() => postgres.close())

async function connect() {
  const lost: Error[] = []
  const client: pg.Client = new PreparedStatementClient({
    connectionString: url,
    query_timeout: LIMIT_MS,
    pipeline: true,
  })
  client.on('error', error => void lost.push(error))
  await client.connect()
  return { client, lost }
}

it('keeps a connection whose statements are answered, also one that fails or can not be sent', async () => {
  const { client, lost } = await connect()
  const unsendable = {
    toPostgres() {
      throw new Error('no value')
    },
  }
  await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
  await expect(client.query('select $1::int', [unsendable])).rejects.toThrow('no value')
  await client.query('select $1::int', [1])
  await pause(LIMIT_MS + 100)
  expect((await client.query('select $1::int as n', [2])).rows).toEqual([{ n: 2 }])
  expect(lost).toEqual([])
  await client.end()
})

it('loses a connection on which a statement gets no answer, with those behind it', async () => {
  const { client } = await connect()
  const results = await Promise.allSettled([
    client.query('select pg_sleep($1)', [5]),
    client.query('select $1::int', [1]),
  ])
  expect(results.map(result => result.status === 'rejected' && isDatabaseUnavailable(result.reason))).toEqual(
    [true, true],
  )
})
