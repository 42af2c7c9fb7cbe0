import { fillPlaceholders, SQL, type Query } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Db } from './db.ts'

export const casing = 'snake_case'

/** Past this many texts the others are planned at every call, so that lists of any length can't fill the server's memory. */
const MAX_PREPARED = 400
const prepared = new Map<string, string>()

/**
 * Gives statements with parameters a name, so that a connection parses and plans each once instead of at every call: for
 * the short statements of a shop that is half of their cost.
 */
export class PreparedStatementClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [statement, parameters] = given as [pg.QueryConfig | string, unknown]
    if (
      typeof statement === 'object' &&
      !statement.name &&
      Array.isArray(parameters) &&
      parameters.length > 0
    )
      assignStatementName(statement)
    return super.query(...(given as [string])) as never
  }
}

function assignStatementName(statement: pg.QueryConfig): void {
  let name = prepared.get(statement.text)
  if (name === undefined && prepared.size < MAX_PREPARED) {
    name = `s${prepared.size}`
    prepared.set(statement.text, name)
  }
  if (name !== undefined) statement.name = name
}

/**
 * A statement that is put together once a database and shape instead of at every call, which for a short one costs
 * Drizzle more than it costs PostgreSQL. Only for the database itself: a transaction lives too shortly.
 */
export function memoizeQuery<Q, Shape extends string = ''>(
  build: (db: Db, shape: Shape) => Q,
): (db: Db, ...shape: [Shape] extends [''] ? [] : [Shape]) => Q {
  const built = new WeakMap<Db, Map<string, Q>>()
  return (db, ...[shape = '']) => {
    const shapes = built.get(db) ?? new Map<string, Q>()
    const query = shapes.get(shape) ?? build(db, shape as Shape)
    built.set(db, shapes.set(shape, query))
    return query
  }
}

/** Text that is put together already. */
class PrecompiledSql extends SQL {
  readonly built: Query

  constructor(built: Query) {
    super([])
    this.built = built
  }

  override toQuery(): Query {
    return this.built
  }
}

const dialect = new PgDialect({ casing })

/**
 * A statement with placeholders that is put together once, for `db.execute`; also in a transaction.
 * @returns what makes one to execute, given the values
 */
export function precompileStatement<Name extends string>(text: SQL): (values: Record<Name, unknown>) => SQL {
  let built: Query | undefined
  return values => {
    built ??= dialect.sqlToQuery(text)
    return new PrecompiledSql({ sql: built.sql, params: fillPlaceholders(built.params, values) })
  }
}
