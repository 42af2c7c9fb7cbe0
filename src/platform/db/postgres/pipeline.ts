import type pg from 'pg'
import { PIPELINE_CONNECTIONS } from '../pipelinedStatements.ts'
import { requirePrimary } from './primary.ts'

interface Connection {
  client: pg.Client
  /** Resolves when it is connected; undefined from then on. */
  opening: Promise<unknown> | undefined
  isCorked: boolean
}

/** The part of a connection or pool that Drizzle uses outside of transactions. */
export interface StatementSender {
  query(statement: pg.QueryConfig, parameters?: unknown[]): Promise<pg.QueryResult>
}

interface Pipeline extends StatementSender {
  end(): Promise<void>
}

/**
 * PostgreSQL's errors that say that a connection's prepared statement is of no use any more: its result changed with the schema, it does not
 * exist, or it exists already. The statement had no effect, so that it can be sent again.
 */
const staleStatementCodes = new Set(['0A000', '26000', '42P05'])

const isStaleStatement = (error: unknown): boolean =>
  staleStatementCodes.has((error as { code?: string }).code ?? '')

/**
 * One or a few connections on which a statement is sent without waiting for the answers to those before it; the statements of one turn of
 * the event loop go out together, on one of them. Sending a statement alone costs more than PostgreSQL needs for a short one. Each is a
 * transaction of its own, and fails by itself. Connections are opened when needed, also after one was lost.
 * @param createClient a client with `pipeline: true`, not yet connected
 * @param onError called when a connection is lost, or can't be opened
 * @param size how many connections it has
 */
export function createPipeline(
  createClient: () => pg.Client,
  onError: (error: Error) => void,
  size = PIPELINE_CONNECTIONS,
): Pipeline {
  const connections: (Connection | undefined)[] = Array.from({ length: size })
  let current = 0
  let isChosenForTurn = false
  let hasEnded = false

  const drop = (connection: Connection) => {
    const at = connections.indexOf(connection)
    if (at >= 0) connections[at] = undefined
  }

  async function send(
    statement: pg.QueryConfig,
    parameters: unknown[] | undefined,
    repeatsLeft: number,
  ): Promise<pg.QueryResult> {
    if (hasEnded) throw new Error('the pipeline has ended')
    if (!isChosenForTurn) {
      isChosenForTurn = true
      current = (current + 1) % size
      setImmediate(() => (isChosenForTurn = false))
    }
    // Its `error` or `end` event, which drops it, comes later than this.
    if (connections[current]?.client.connection.stream.destroyed) connections[current] = undefined
    const connection = (connections[current] ??= openConnection(createClient(), drop, onError))
    if (connection.opening) await connection.opening
    corkUntilNextTurn(connection)
    try {
      return await connection.client.query(statement, parameters)
    } catch (error) {
      if (!isStaleStatement(error)) throw error
      drop(connection)
      // Ends when the statements under way on it are done.
      void connection.client.end()
      if (repeatsLeft === 0) throw error
      return send(statement, parameters, repeatsLeft - 1)
    }
  }

  return {
    // Once more for each other connection, which may have the same statement.
    query: (statement, parameters) => send(statement, parameters, size),
    async end() {
      hasEnded = true
      await Promise.all(
        connections.map(async connection => {
          await connection?.opening?.catch(() => undefined)
          await connection?.client.end()
        }),
      )
    },
  }
}

/** @param drop called when it can't be used any more */
function openConnection(
  client: pg.Client,
  drop: (connection: Connection) => void,
  onError: (error: Error) => void,
): Connection {
  const connection: Connection = { client, opening: undefined, isCorked: false }
  client.on('error', error => {
    drop(connection)
    onError(error)
  })
  client.on('end', () => drop(connection))
  connection.opening = connectToPrimary(client).then(
    () => (connection.opening = undefined),
    (error: unknown) => {
      drop(connection)
      void client.end()
      throw error
    },
  )
  return connection
}

async function connectToPrimary(client: pg.Client): Promise<void> {
  await client.connect()
  await requirePrimary(client)
}

/** Holds back writes to the connection until the event loop's next turn. */
function corkUntilNextTurn(connection: Connection): void {
  if (connection.isCorked) return
  connection.isCorked = true
  const { stream } = connection.client.connection
  stream.cork()
  setImmediate(() => {
    connection.isCorked = false
    stream.uncork()
  })
}
