import { fillPlaceholders, sql, SQL, type AnyColumn, type Placeholder, type Query } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { AnswerTimeout } from './answerTimeout.ts'
import type { Db } from './db.ts'
import { OnceDescribedQuery, type RowDescriptions } from './onceDescribedQuery.ts'
import { readRowsFast } from './rowMapper.ts'
import { observeStatement } from './statements.ts'

export const casing = 'snake_case'

const TEXT_ARRAY_OID: number = 1009
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY_OID)
// Most lists are empty, such as a product's further pictures; the driver's parser takes a kilobyte for each.
pg.types.setTypeParser(TEXT_ARRAY_OID, text => (text === '{}' ? [] : parseTextArray(text)))

/**
 * Further statements are not prepared, so that `in` lists of any length can't fill the server's memory; but for precompiled ones, of which the code
 * has a limited number.
 */
const MAX_PREPARED = 400
const prepared = new Map<string, string>()

/** Tells how long each statement takes (`observeStatement`), and loses its connection when one gets no answer in `query_timeout`. */
export class ObservedClient extends pg.Client {
  readonly #timeout: AnswerTimeout

  constructor(config: pg.ClientConfig = {}) {
    // A pool hides its password from copies.
    super({ ...config, password: config.password as string, query_timeout: 0 })
    this.#timeout = new AnswerTimeout(config.query_timeout ?? 0, () =>
      this.connection.stream.destroy(new Error('Query read timeout')),
    )
    this.once('end', () => this.#timeout.end())
  }

  override query(...given: unknown[]): never {
    const [statement] = given as [pg.QueryConfig | string]
    const end = observeStatement(typeof statement === 'object' ? statement.text : statement)
    this.#timeout.sent()
    let isAnswered = false
    const answered = (error?: unknown) => {
      // The driver tells of values that it can't send twice.
      if (!isAnswered) this.#timeout.answered()
      isAnswered = true
      end(error)
    }
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result: unknown) => {
        answered(error)
        callback(error, result)
      }
      return super.query(...(given as [string])) as never
    }
    const answer = super.query(...(given as [string])) as unknown as Promise<unknown>
    // What the caller awaits stays the driver's own promise, with its rejection.
    answer.then(() => answered(), answered)
    return answer as never
  }
}

/**
 * Names statements with parameters, so that a connection parses and plans each once instead of at every call, which halves the
 * cost of short statements.
 */
export class PreparedStatementClient extends ObservedClient {
  readonly #descriptions: RowDescriptions = new Map()

  override query(...given: unknown[]): never {
    const [statement, parameters] = given as [pg.QueryConfig | string, unknown]
    if (typeof statement !== 'object' || !Array.isArray(parameters)) return super.query(...given)
    if (!statement.name && parameters.length > 0) assignStatementName(statement)
    if (!statement.name) return super.query(...given)
    const query = new OnceDescribedQuery(statement, parameters, this.#descriptions)
    const callback = given.at(-1)
    if (typeof callback === 'function') return super.query(query, callback)
    return new Promise((resolve, reject) => {
      super.query(query, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    }) as never
  }
}

function assignStatementName(statement: pg.QueryConfig): void {
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

/** Hides an array from the planner, which would find a plan for a short one cheaper than a kept one, and plan at every call. */
export const hideFromPlanner = (array: Placeholder | string, type: string): SQL =>
  sql`(select ${array}::${sql.raw(type)})`

/** `column = any (…)` with a placeholder for a PostgreSQL array of any length. */
export const isAnyOfPlaceholder = (column: AnyColumn, name: string): SQL =>
  isAnyOfArray(column, sql.placeholder(name))

/** The same for these ids, in a statement that is built at each call: its text is the same for any number of them. */
export const isAnyOf = (column: AnyColumn, ids: readonly string[]): SQL =>
  isAnyOfArray(column, toPgArray(ids))

function isAnyOfArray(column: AnyColumn, array: Placeholder | string): SQL {
  const type = `${column.getSQLType()}[]`
  return sql`${column} = any (${hideFromPlanner(array, type)}::${sql.raw(type)})`
}

type PgElement = string | number | boolean | Date | null

/** A PostgreSQL array. */
export const toPgArray = (values: readonly PgElement[]): string => `{${values.map(toPgElement).join(',')}}`

function toPgElement(value: PgElement): string {
  if (value === null) return 'NULL'
  const text = value instanceof Date ? value.toISOString() : String(value)
  const isPlain = /^[\w.:+-]+$/.test(text) && text.toUpperCase() !== 'NULL'
  return isPlain ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/**
 * Rows for `from`, with an array for each column: PostgreSQL reads them in a fifth of the time that the same takes as JSON. The text is the same
 * for any number of rows.
 * @param alias the table's name in the statement
 * @param columns by their names in the statement: the SQL type, and the value of a row
 */
export function unnestRows<Row>(
  alias: string,
  rows: readonly Row[],
  columns: Record<string, readonly [type: string, valueOf: (row: Row) => PgElement]>,
): SQL {
  const arrays = Object.values(columns).map(([type, valueOf]) =>
    hideFromPlanner(toPgArray(rows.map(valueOf)), `${type}[]`),
  )
  return sql`unnest(${sql.join(arrays, sql`, `)}) as ${sql.raw(`${alias}(${Object.keys(columns).join(', ')})`)}`
}
