import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../tests/support/sharedPostgres.ts'

let postgres: SharedPostgres
beforeAll(() => void (postgres = openSharedPostgres()))
afterAll(() => postgres.close())

it('keeps no more than some hundred statements prepared, and precompiled ones besides', async () => {
  // Of a process that has prepared none yet.
  vi.resetModules()
  const { PreparedStatementClient, precompileStatement } = await import('./preparedStatements.ts')
  const client: pg.Client = new PreparedStatementClient({
    connectionString: await postgres.create(),
  })
  await client.connect()
  try {
    const precompiled = precompileStatement<'n'>(sql`select 'precompiled', ${sql.placeholder('n')}::int`)
    for (let n = 0; n < 402; n += 1) await client.query({ text: `select ${n}, $1::int` }, [n])
    const { sql: text, params } = precompiled({ n: 7 }).toQuery({} as never)
    await client.query({ text }, params)
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    const statements = rows.map(({ statement }) => statement)
    expect(statements).toHaveLength(401)
    expect(statements).toEqual(expect.arrayContaining(['select 399, $1::int', text]))
  } finally {
    await client.end()
  }
})
