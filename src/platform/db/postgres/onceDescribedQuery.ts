import pg from 'pg'

interface RowDescription {
  fields: pg.FieldDef[]
}

/** The part of the driver's query that its types leave out. */
interface DriverQuery {
  name: string
  submit(connection: pg.Connection): Error | null
  handleRowDescription(message: RowDescription): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
  _result: unknown
  _results: unknown
}
type DriverQueryConstructor = new (statement: pg.QueryConfig, parameters: unknown[]) => DriverQuery
const DriverQuery = pg.Query as unknown as DriverQueryConstructor

/** The descriptions that PostgreSQL gave of the columns of a session's prepared statements, by their names; empty for one that returns none. */
export type RowDescriptions = Map<string, RowDescription>

const withoutColumns: RowDescription = { fields: [] }

/**
 * A prepared statement whose columns are asked of PostgreSQL once in a session; the driver asks at each call, and both sides write and read
 * them again. They stay the same: a call of a statement whose columns changed fails (0A000).
 */
export class OnceDescribedQuery extends DriverQuery {
  readonly #descriptions: RowDescriptions

  constructor(statement: pg.QueryConfig, parameters: unknown[], descriptions: RowDescriptions) {
    super(statement, parameters)
    this.#descriptions = descriptions
  }

  override submit(connection: pg.Connection): Error | null {
    const known = this.#descriptions.get(this.name)
    if (!known) return super.submit(connection)
    if (known !== withoutColumns) super.handleRowDescription(known)
    return super.submit(silentConnection(connection))
  }

  override handleRowDescription(message: RowDescription): void {
    this.#descriptions.set(this.name, message)
    super.handleRowDescription(message)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (!this.#descriptions.has(this.name)) this.#descriptions.set(this.name, withoutColumns)
    super.handleCommandComplete(message, connection)
  }

  /** Releases the rows, which the caller has: queries that wait on the same connection would keep them alive through collections of new objects. */
  override handleReadyForQuery(connection: pg.Connection): void {
    super.handleReadyForQuery(connection)
    this.#dropRows()
  }

  override handleError(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection)
    this.#dropRows()
  }

  #dropRows(): void {
    this._result = undefined
    this._results = undefined
  }
}

const silentConnections = new WeakMap<pg.Connection, pg.Connection>()

/** The connection, which asks for no columns. */
function silentConnection(connection: pg.Connection): pg.Connection {
  const known = silentConnections.get(connection)
  if (known) return known
  const silent = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection
  silentConnections.set(connection, silent)
  return silent
}
