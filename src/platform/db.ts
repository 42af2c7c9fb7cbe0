import type { PGlite } from '@electric-sql/pglite'
import type { ExtractTablesWithRelations, Logger } from 'drizzle-orm'
import { PgDialect, type PgDatabase, type PgQueryResultHKT, type PgTransaction } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePool, NodePgSession } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartupError, type Config } from './config.ts'
import { askDatabaseTime, openDatabaseClock } from './databaseClock.ts'
import { migratePostgres, type MigrationOptions } from './migrations.ts'
import { createPipeline, type StatementSender } from './pipeline.ts'
import { TransactionModeClient, statementLimits, statementsThroughPooler, withoutJit } from './pooler.ts'
import { casing, PreparedStatementClient } from './preparedStatements.ts'
import { requirePrimary } from './primary.ts'
import { createReplicaReads, type StaleRead } from './replica.ts'

/** A connection to the database, or a transaction. The first parameter of functions that read, or write in one statement. */
export type Db = PgDatabase<PgQueryResultHKT>

/** A transaction. The first parameter of functions whose writes must commit or roll back with the caller's. */
export type Tx = PgTransaction<
  PgQueryResultHKT,
  Record<string, never>,
  ExtractTablesWithRelations<Record<string, never>>
>

export interface Database {
  db: Db
  /** The same data, for short reads that many requests make at once, on a few connections (`createPipeline`). Has no transactions. */
  pipelinedReads: Db
  /** The same for short writes, on connections of their own; for `writePipelined`. */
  pipelinedWrites: Db
  /**
   * The same for searches, which take longer, on one connection: its backend goes straight on with the next statement, on one core, while this
   * process reads the answers on another core.
   */
  pipelinedSearches: Db
  /** For reads that may be some seconds old: on a replica, where there is one and it is used now. Has no transactions. */
  staleReads: (read: StaleRead) => Db
  isReplicaUsed?: (() => Promise<boolean>) | undefined
  /** What pg-boss needs to work on the same database: for PostgreSQL an address past any pooler, because it listens. */
  source: { kind: 'postgres'; url: string } | { kind: 'pglite'; pglite: PGlite }
  /** The time by the clock that all nodes of the database share. */
  now: () => Date
  /** Usage of the pool; the embedded database has none. */
  connections?: () => { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type DatabaseOptions = { logger?: Logger; onError?: (error: Error) => void } & Pick<
  MigrationOptions,
  'onWait' | 'until'
>

interface PostgresOptions extends DatabaseOptions {
  /** The address of PostgreSQL itself, where the other one is that of a pooler in transaction mode. */
  directUrl?: string | undefined
  /** The address of a streaming replica. */
  replicaUrl?: string | undefined
}

/** Opens the configured database, and brings its schema up to date. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, databaseReplicaUrl, dataDir }: Config,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (databaseUrl)
    return openPostgres(databaseUrl, {
      ...options,
      directUrl: databaseDirectUrl,
      replicaUrl: databaseReplicaUrl,
    })
  // A PostgreSQL in WebAssembly, which no other node loads.
  return (await import('./embeddedDatabase.ts')).openEmbedded(dataDir, options)
}

/** In milliseconds. Where no answer comes at all, a connection is given up later than PostgreSQL itself would end the statement. */
const connectionLimits = { connectionTimeoutMillis: 5000, query_timeout: 20_000 }

/** In milliseconds, for short statements. One of them holds up others: PostgreSQL ends one that takes or waits too long, else its connection is given up. */
const pipelineTimeouts = { statement_timeout: 4000, query_timeout: 5000, lock_timeout: 100 }
/** In milliseconds. Two statements, one after the other, take less than `query_timeout`. TCP keepalive detects a dead connection, which nothing else checks. */
const searchConnection = { statement_timeout: 8000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 }
/** PostgreSQL's code of a lock that was not waited for, or not any longer. */
export const LOCK_NOT_AVAILABLE = '55P03'
/** PostgreSQL's code of a transaction that it ended because of a deadlock. */
export const DEADLOCK_DETECTED = '40P01'
/** PostgreSQL's code of a row that refers to one that is not there. */
export const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Runs a short statement on a pipeline. One that would wait for a lock had no effect there, and is run again on a connection of its own, where it
 * holds up nobody.
 */
async function runPipelined<T>(pipeline: Db, db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await run(pipeline)
  } catch (error) {
    if (unwrapDatabaseError(error).code !== LOCK_NOT_AVAILABLE) throw error
    return run(db)
  }
}

/** Makes a short write in one statement on the pipeline of writes (`runPipelined`). */
export const writePipelined = <T>(
  { db, pipelinedWrites }: Pick<Database, 'db' | 'pipelinedWrites'>,
  write: (db: Db) => Promise<T>,
): Promise<T> => runPipelined(pipelinedWrites, db, write)

/** Makes a short read on the pipeline of reads, and again on the pool where a lock is held (`runPipelined`). */
export const readPipelined = <T>(
  { db, pipelinedReads }: Pick<Database, 'db' | 'pipelinedReads'>,
  read: (db: Db) => Promise<T>,
): Promise<T> => runPipelined(pipelinedReads, db, read)

/**
 * Opens PostgreSQL by its address and brings its schema up to date. What needs a session of its own
 * (migrations, jobs, pipelines) goes past a pooler.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { directUrl = url, replicaUrl } = options
  const isPooled = directUrl !== url
  const direct = { ...connectionLimits, ...statementLimits, ...withoutJit, connectionString: directUrl }
  const pool = new pg.Pool({
    ...(isPooled ? { ...connectionLimits, connectionString: url } : direct),
    Client: isPooled ? TransactionModeClient : PreparedStatementClient,
    // What is sent together, in a transaction or through a pooler, goes out together.
    pipeline: true,
    onConnect: requirePrimary,
    max: 11,
  })
  // Without listeners, a lost connection would crash the node.
  const report = options.onError ?? (() => undefined)
  const openPipeline = (limits: pg.ClientConfig, size?: number) =>
    createPipeline(() => new PreparedStatementClient({ ...direct, ...limits, pipeline: true }), report, size)
  const [reads, writes] = [openPipeline(pipelineTimeouts), openPipeline(pipelineTimeouts)]
  const searches = openPipeline(searchConnection, 1)
  pool.on('error', report)
  pool.on('connect', client => client.on('error', report))
  try {
    await migrate(direct, options)
  } catch (error) {
    await pool.end()
    if (error instanceof StartupError) throw error
    throw new StartupError(`De database antwoordt niet zoals verwacht: ${reasonOf(error)}`)
  }
  const logging = options.logger ? { logger: options.logger } : {}
  const statements = isPooled ? statementsThroughPooler(pool) : (pool as StatementSender)
  const db = drizzleOnPool(pool, statements, logging)
  const connection = { ...direct, connectionString: replicaUrl }
  const given = { primary: statements, connection, isUnavailable: isDatabaseUnavailable, report }
  const replica = replicaUrl ? createReplicaReads(given) : undefined
  const pipelinedReads = drizzleOnPipeline(reads, logging)
  const clock = await openDatabaseClock(askDatabaseTime(pipelinedReads))
  const staleDb = replica ? drizzleOnPipeline(replica, logging) : db
  return {
    db,
    pipelinedReads,
    pipelinedWrites: drizzleOnPipeline(writes, logging),
    pipelinedSearches: drizzleOnPipeline(searches, logging),
    staleReads: () => staleDb,
    isReplicaUsed: replica?.isUsed,
    source: { kind: 'postgres', url: directUrl },
    now: clock.now,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      clock.close()
      await Promise.all([replica?.end(), reads.end(), writes.end(), searches.end(), pool.end()])
    },
  }
}

/** Exported for a simulation, whose statements take turns. */
export function drizzleOnPipeline(pipeline: StatementSender, options: { logger?: Logger }): Db {
  // The cast: of a client, Drizzle calls `query` only.
  const db = drizzlePool(pipeline as unknown as pg.Client, { casing, ...options })
  db.transaction = () => Promise.reject(new Error('a pipeline has no transactions'))
  return db
}

type NoSchema = Record<string, never>

/**
 * Overrides Drizzle's `transaction`, which takes a connection out of the pool before its `try` and never releases it when `begin`
 * fails: an unavailable database would drain the pool, and stopping would wait forever. A lost connection is destroyed.
 */
export function drizzleOnPool(pool: pg.Pool, statements: StatementSender, options: { logger?: Logger }): Db {
  const db = drizzlePool(statements as pg.Pool, { casing, ...options })
  const dialect = new PgDialect({ casing })
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let lost = false
    try {
      return await new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(
        client,
        dialect,
        undefined,
        options,
      ).transaction(work, config)
    } catch (error) {
      lost = isDatabaseUnavailable(error)
      throw error
    } finally {
      client.release(lost)
    }
  }
  return db
}

/** Connection errors (08), resources (53), operator intervention (57), an idle transaction, a standby, or a network error. */
const unavailableCode =
  /^(08|53|57)\w{3}$|^25P03$|^25006$|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** A new backend on a full disk can't write what it keeps of the catalogue: an internal error (XX000). */
const unavailableMessage =
  /could not write init file|connection (terminated|timeout)|connection error and is not queryable|timeout exceeded when trying to connect|^timeout expired$|query read timeout/i

/** Whether an error means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = unwrapDatabaseError(error)
  return unavailableCode.test(code) || unavailableMessage.test(message)
}

/** The driver's error, which Drizzle wraps, except for a failed connection. */
export const unwrapDatabaseError = (error: unknown): { code?: string; message?: string } => {
  const { cause } = error as { cause?: unknown }
  return (cause ?? error) as { code?: string; message?: string }
}

/** Some errors have a code and no message. */
const reasonOf = (error: unknown): string => {
  const { message, code } = unwrapDatabaseError(error)
  const hint = message?.startsWith('unsupported startup parameter')
    ? ' (een pooler? zet het adres van PostgreSQL zelf in DATABASE_DIRECT_URL)'
    : ''
  return (message || code || String(error)) + hint
}

async function migrate(connection: pg.ClientConfig, options: MigrationOptions): Promise<void> {
  // Migrations, and waiting for those of another node, take as long as they take.
  const client = new pg.Client({ ...connection, statement_timeout: 0, query_timeout: 0 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await requirePrimary(client)
    await migratePostgres(client, options)
  } finally {
    await client.end()
  }
}
