import type pg from 'pg'
import { PreparedStatementClient } from '../../src/platform/db/postgres/client.ts'
import type { StatementSender } from '../../src/platform/db/postgres/pipeline.ts'
import { running, type Life } from './virtualTime.ts'

/** A statement that the product sent and that is not released yet. */
export interface Statement {
  life: Life
  task: string
  text: string
  /** When it is released at the latest, in virtual milliseconds. */
  by: number
  connection: Connection
  send(client: pg.Client): Promise<unknown>
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** A connection of a node; it has a process of PostgreSQL while it has a transaction or a statement. */
interface Connection {
  life: Life
  server: ServerConnection | null
  /** Whether the product has it for more than one statement. */
  isHeld: boolean
  /** Fails instead of waiting for a lock, as on the pipelines. */
  isImpatient: boolean
}

/** A real connection, which nodes use one after the other. */
interface ServerConnection {
  client: pg.Client
  pid: number
  isInTransaction: boolean
  hasFailed: boolean
}

/** A released statement. */
export interface Release {
  id: number
  statement: Statement
  server: ServerConnection
  answer: { value: unknown } | { error: unknown } | null
  /** Resolves when `answer` is set. */
  answered: Promise<void>
}

/** Where the statements of all nodes wait for their release, and the connections that they are then sent on. */
export class Gate {
  parked: Statement[] = []
  /** Sent, and not answered: they wait for locks. */
  blocked: Release[] = []
  /** The time that the database shall have. */
  now: () => number = () => 0
  onPark: (statement: Statement) => void = () => undefined
  readonly #url: string
  readonly #setUp: string
  readonly #free: ServerConnection[] = []
  readonly #all: ServerConnection[] = []
  readonly #connections = new Set<Connection>()
  #observer: pg.Client | null = null
  #released = 0
  #databaseTime = -1

  /** @param setUp SQL that each connection begins with */
  constructor(url: string, setUp: string) {
    this.#url = url
    this.#setUp = setUp
  }

  /** The pool of connections of a node. */
  poolOf(life: Life): pg.Pool {
    const open = (isHeld: boolean, isImpatient = false): Connection => ({
      life,
      server: null,
      isHeld,
      isImpatient,
    })
    const pool = {
      query: (config: pg.QueryConfig, values?: unknown[]) => this.#park(open(false), config, values),
      connect: () => {
        const connection = open(true)
        this.#connections.add(connection)
        return Promise.resolve({
          query: (config: pg.QueryConfig, values?: unknown[]) => this.#park(connection, config, values),
          release: () => this.#leave(connection),
        })
      },
    }
    // The cast: of a pool, Drizzle calls these two only.
    return pool as unknown as pg.Pool
  }

  /** The pipeline of a node. @param isImpatient as on the one for writes */
  pipelineOf(life: Life, isImpatient: boolean): StatementSender {
    return {
      query: (config, values) =>
        this.#park(
          { life, server: null, isHeld: false, isImpatient },
          config,
          values,
        ) as Promise<pg.QueryResult>,
    }
  }

  #park(connection: Connection, config: pg.QueryConfig | string, values?: unknown[]): Promise<unknown> {
    const { life } = connection
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (life.isOver) return promise
    const statement: Statement = {
      life,
      task: running.getStore()?.task ?? life.name,
      text: typeof config === 'string' ? config : config.text,
      by: 0,
      connection,
      send: client => client.query(config as pg.QueryConfig, values),
      resolve,
      reject,
    }
    this.parked.push(statement)
    this.onPark(statement)
    return promise
  }

  /** Sends a statement. */
  async release(statement: Statement): Promise<Release> {
    this.parked.splice(this.parked.indexOf(statement), 1)
    const { connection, text } = statement
    this.#connections.add(connection)
    const server = (connection.server ??= await this.#take())
    if (/^begin/i.test(text)) server.isInTransaction = true
    if (/^(commit|rollback)\b(?! to)/i.test(text)) {
      server.isInTransaction = false
      server.hasFailed = false
    }
    if (connection.isImpatient) await server.client.query('set lock_timeout = 1')
    this.#sendTime(server, text)
    const release: Release = {
      id: (this.#released += 1),
      statement,
      server,
      answer: null,
      answered: statement.send(server.client).then(
        value => void (release.answer = { value }),
        (error: unknown) => {
          server.hasFailed = server.isInTransaction
          release.answer = { error }
        },
      ),
    }
    return release
  }

  /** Sets the clock of the database, in one go with the statement that follows. */
  #sendTime({ client, hasFailed }: ServerConnection, text: string): void {
    const now = Math.floor(this.now())
    // A transaction that has failed takes no statement any more.
    if (now === this.#databaseTime || hasFailed || /^(commit|rollback)\b/i.test(text)) return
    this.#databaseTime = now
    client
      .query({ name: 'time', text: `select setval('simulation.clock', $1)`, values: [now] })
      .catch(() => undefined)
  }

  /** Gives its answer to the product. */
  async deliver({ statement, server, answer }: Release): Promise<void> {
    const { connection } = statement
    if (connection.isImpatient) await server.client.query('set lock_timeout = 0')
    if (!connection.isHeld) this.#leave(connection)
    if (answer === null || statement.life.isOver) return
    if ('error' in answer) statement.reject(answer.error)
    else statement.resolve(answer.value)
  }

  #leave(connection: Connection): void {
    this.#connections.delete(connection)
    if (connection.server && !connection.life.isOver) this.#free.push(connection.server)
    connection.server = null
  }

  /** Which processes each of these waits for, by its process id; without those that wait for no lock. */
  async blockers(pids: number[]): Promise<Map<number, number[]>> {
    this.#observer ??= (await this.#connect()).client
    const { rows } = await this.#observer.query<{ pid: number; blockers: number[] }>({
      name: 'blockers',
      text: `select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid
        where cardinality(pg_blocking_pids(pid)) > 0`,
      values: [pids],
    })
    return new Map(rows.map(({ pid, blockers }) => [pid, blockers]))
  }

  /**
   * Whether one of these processes waits for its turn at a row that it has locked already, by a newer version of it, and whoever is before it
   * waits for it. No order of locks avoids that: of a row that was just changed, while somebody else refers to its key, PostgreSQL
   * (heap_update) takes the turn once more for the version that the statement began with.
   */
  async isOwnRow(pids: number[]): Promise<boolean> {
    this.#observer ??= (await this.#connect()).client
    const { rows } = await this.#observer.query({
      name: 'own_row',
      text: `select from pg_locks wanted
          join pg_locks turn on turn.granted and turn.locktype = 'tuple'
            and (turn.relation, turn.page, turn.tuple) = (wanted.relation, wanted.page, wanted.tuple)
          join pg_locks waits on waits.pid = turn.pid and not waits.granted and waits.locktype = 'transactionid'
          join pg_locks own on own.pid = wanted.pid and own.granted and own.transactionid = waits.transactionid
        where wanted.pid = any ($1) and not wanted.granted and wanted.locktype = 'tuple'`,
      values: [pids],
    })
    return rows.length > 0
  }

  /** Ends a statement that waits for a lock. */
  async cancel(release: Release): Promise<void> {
    this.#observer ??= (await this.#connect()).client
    while (release.answer === null) {
      await this.#observer.query('select pg_cancel_backend($1)', [release.server.pid])
      await Promise.race([release.answered, new Promise(resolve => setImmediate(resolve))])
    }
  }

  /** The connections of nodes that have crashed close: running statements are cancelled, and their transactions roll back. */
  async closeDead(): Promise<void> {
    this.parked = this.parked.filter(({ life }) => !life.isOver)
    for (const release of this.blocked.filter(({ statement }) => statement.life.isOver)) {
      await this.cancel(release)
      this.blocked.splice(this.blocked.indexOf(release), 1)
    }
    for (const connection of [...this.#connections].filter(({ life }) => life.isOver)) {
      const { server } = connection
      this.#connections.delete(connection)
      if (!server) continue
      if (connection.isImpatient) await server.client.query('set lock_timeout = 0')
      if (server.isInTransaction) await server.client.query('rollback')
      server.isInTransaction = false
      server.hasFailed = false
      this.#free.push(server)
    }
  }

  async #take(): Promise<ServerConnection> {
    return this.#free.pop() ?? this.#connect()
  }

  async #connect(): Promise<ServerConnection> {
    // The cast: it declares no answer of its `query`.
    const client = new PreparedStatementClient({ connectionString: this.#url, pipeline: true }) as pg.Client
    client.on('error', () => undefined)
    await client.connect()
    await client.query(this.#setUp)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const server = { client, pid: rows[0]?.pid ?? 0, isInTransaction: false, hasFailed: false }
    this.#all.push(server)
    return server
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map(({ client }) => client.end()))
  }
}
