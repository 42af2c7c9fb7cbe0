import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { isAnyOf } from './sql.ts'
import { mails } from './table.ts'

it('a statement with ids has the same text for any number of them, so that it is prepared once', () => {
  const textOf = (ids: string[]) => new PgDialect().sqlToQuery(isAnyOf(mails.id, ids))
  const [none, one, many] = [[], ['a'], ['a', 'b', 'c']].map(textOf)
  expect(none?.sql).toBe(one?.sql)
  expect(many?.sql).toBe(one?.sql)
  expect([none, one, many].map(each => each?.params)).toEqual([['{}'], ['{a}'], ['{a,b,c}']])
})
