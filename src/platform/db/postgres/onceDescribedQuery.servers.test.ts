import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPostgresServer, type PostgresServer } from '../../../../tests/support/postgres.ts'
import { PreparedStatementClient } from './client.ts'
import { OnceDescribedQuery } from './onceDescribedQuery.ts'

let postgres: PostgresServer
let client: pg.Client
let described = 0
beforeAll(async () => {
  postgres = await openPostgresServer()
  client = new PreparedStatementClient({ connectionString: await postgres.create() })
  await client.connect()
  client.connection.on('rowDescription', () => void (described += 1))
})
afterAll(async () => {
  await client.end()
  await postgres.close()
})

/**
 * With a name of its own: only the first some hundred statements of a process get one by themselves.
 * @returns its answer, and how often PostgreSQL described columns for it
 */
async function ask(text: string, values: unknown[], config: object = {}) {
  const before = described
  const result = await client.query({ text, name: text.slice(0, 20), ...config }, values)
  return { result, descriptions: described - before }
}

it('describes the columns of a statement once, and answers the same each time', async () => {
  const text = 'select $1::int as n, $2::text as word, now() as at'
  const first = await ask(text, [1, 'een'])
  const second = await ask(text, [2, null])
  const asArray = await ask(text, [3, 'drie'], { rowMode: 'array' })
  expect([first, second, asArray].map(({ descriptions }) => descriptions)).toEqual([1, 0, 0])
  expect(first.result.rows).toEqual([{ n: 1, word: 'een', at: expect.any(Date) }])
  expect(second.result.rows).toEqual([{ n: 2, word: null, at: expect.any(Date) }])
  expect(asArray.result.rows).toEqual([[3, 'drie', expect.any(Date)]])
  expect(second.result.fields.map(({ name }) => name)).toEqual(['n', 'word', 'at'])
})

it('answers statements that return nothing, or fail', async () => {
  await client.query('create table written (n int primary key)')
  const insert = (n: number) => ask('insert into written values ($1)', [n])
  expect((await insert(1)).result).toMatchObject({ rowCount: 1, rows: [], fields: [] })
  expect((await insert(2)).result).toMatchObject({ rowCount: 1, rows: [], fields: [] })
  await expect(insert(2)).rejects.toMatchObject({ code: '23505' })
  expect((await insert(3)).result.rowCount).toBe(1)
})

it('refuses a statement whose columns changed since, rather than read the old ones', async () => {
  const read = () => ask('select * from changing where n = $1', [1])
  await client.query("create table changing as select 1 as n, 'een' as word")
  expect((await read()).result.rows).toEqual([{ n: 1, word: 'een' }])
  await client.query('alter table changing drop column word')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
})

it('keeps no rows of a query that is answered', async () => {
  const submit = vi.spyOn(OnceDescribedQuery.prototype, 'submit')
  const { result } = await ask('select $1::int as kept', [1])
  const [query] = submit.mock.contexts
  expect(result.rows).toEqual([{ kept: 1 }])
  expect(Object.values(query as object)).not.toContain(result)
  submit.mockRestore()
})
