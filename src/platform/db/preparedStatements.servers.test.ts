import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { PreparedStatementClient } from './postgres/client.ts'
import { openPostgres } from './postgres/openPostgres.ts'
import { precompileStatement } from './preparedStatements.ts'
import { queryRows, unnestRows } from './sql.ts'

let postgres: SharedPostgres
beforeAll(() => void (postgres = openSharedPostgres()))
afterAll(() => postgres.close())

it('keeps no more than some hundred statements prepared, and precompiled ones besides', async () => {
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
    // Tests before may have taken a part of the limit, which is one for the process.
    expect(statements.length).toBeLessThanOrEqual(401)
    expect(statements).toContain(text)
  } finally {
    await client.end()
  }
})

it('gives PostgreSQL the rows that it was given, whatever texts are in them', async () => {
  const database = await openPostgres(await postgres.create())
  try {
    const row = fc.record({
      text: fc.oneof(
        fc.string({ unit: 'grapheme' }).map(text => text.replaceAll('\0', '')),
        fc.constantFrom('', 'null', 'NULL', '{}', '{a,b}', '"', '\\', '\\"', ' a ', 'één,\n"twee"', '\u00a0'),
        fc.constant(null),
      ),
      count: fc.oneof(fc.integer(), fc.constant(null)),
      at: fc.oneof(
        fc.date({ min: new Date(0), max: new Date('9000-01-01'), noInvalidDate: true }),
        fc.constant(null),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row), async rows => {
        const given = unnestRows('given', rows, {
          text: ['text', each => each.text],
          count: ['int', each => each.count],
          at: ['timestamptz', each => each.at],
        })
        const found = await queryRows<(typeof rows)[number]>(database.db, sql`select * from ${given}`)
        expect(found.map(each => ({ ...each, at: each.at && new Date(each.at) }))).toEqual(rows)
      }),
    )
  } finally {
    await database.close()
  }
})
