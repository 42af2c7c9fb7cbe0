import { fillPlaceholders, SQL, type Query } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { casing, type Db } from './db.ts'
import { readRowsFast } from './rowMapper.ts'

/**
 * Further statements are not prepared, so that `in` lists of any length can't fill the server's memory; but for precompiled ones, of which the code
 * has a limited number.
 */
const MAX_PREPARED = 400
const prepared = new Map<string, string>()

/** Gives a statement the name by which each connection prepares it, if it is one of those that are prepared. */
export function nameStatement(statement: { text: string; name?: string | undefined }): void {
  if (prepared.size < MAX_PREPARED) keepPrepared(statement.text)
  const name = prepared.get(statement.text)
  if (name !== undefined) statement.name = name
}

function keepPrepared(text: string): void {
  if (!prepared.has(text)) prepared.set(text, `s${prepared.size}`)
}

/**
 * Builds a query once per database and shape instead of at every call, because building a short query costs Drizzle more than it
 * costs PostgreSQL to run. Not for transactions, which are too short-lived.
 */
export function memoizeQuery<Q, Shape extends string = ''>(
  build: (db: Db, shape: Shape) => Q,
): (db: Db, ...shape: [Shape] extends [''] ? [] : [Shape]) => Q {
  const built = new WeakMap<Db, Map<string, Q>>()
  return (db, ...[shape = '']) => {
    const shapes = built.get(db) ?? new Map<string, Q>()
    const query = shapes.get(shape) ?? readRowsFast(build(db, shape as Shape))
    built.set(db, shapes.set(shape, query))
    return query
  }
}

/** SQL that is compiled already. */
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
 * Compiles a statement with placeholders once, for `db.execute` or `tx.execute`. A connection keeps it prepared, however many others it has, but for a pooler's.
 * @returns a function from the placeholders' values to the statement
 */
export function precompileStatement<Name extends string>(text: SQL): (values: Record<Name, unknown>) => SQL {
  let built: Query | undefined
  const build = () => {
    const query = dialect.sqlToQuery(text)
    keepPrepared(query.sql)
    return query
  }
  return values => {
    built ??= build()
    return new PrecompiledSql({ sql: built.sql, params: fillPlaceholders(built.params, values) })
  }
}
