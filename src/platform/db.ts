import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite, types } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { ExtractTablesWithRelations, Logger } from 'drizzle-orm'
import { PgDialect, type PgDatabase, type PgQueryResultHKT, type PgTransaction } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePool, NodePgSession } from 'drizzle-orm/node-postgres'
import { migrate as migratePool } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { StartupError } from './config.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'
import { casing, PreparedStatementClient } from './preparedStatements.ts'
import { programFolder } from './programFolder.ts'

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
  /**
   * The same data, for short reads outside of transactions that many requests make at once: they share a few connections
   * (`createPipeline`), where a slow one holds up others. Has no transactions.
   */
  pipelinedReads: Db
  /** The same for short writes, on connections of their own; for `writePipelined`. */
  pipelinedWrites: Db
  /** What pg-boss needs to work on the same database. */
  source: { kind: 'postgres'; url: string } | { kind: 'pglite'; pglite: PGlite }
  /** Usage of the pool; the embedded database has none. */
  connections?: () => { used: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** Of the embedded database: the extensions that the migrations need, which a server has installed. */
export const pgliteOptions = {
  extensions: { fuzzystrmatch, pg_trgm },
  // 128 MB by default, all of it in this process; the system keeps the files in its own cache.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
}
const migrationsFolder = join(programFolder, 'migrations')
/** An arbitrary constant, the same on every node. */
const MIGRATION_LOCK = 20_261_120

type DatabaseOptions = { logger?: Logger; onError?: (error: Error) => void }

/**
 * In milliseconds, because statements of a pipeline hold up others: PostgreSQL ends one that takes or waits too long, and where no answer
 * comes at all the connection is given up.
 */
const pipelineTimeouts = { statement_timeout: 4000, query_timeout: 5000, lock_timeout: 100 }
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Makes a short write in one statement on the pipeline. One that would wait for a lock had no effect there, and is made again on a
 * connection of its own, where it holds up nobody.
 */
export async function writePipelined<T>(
  { db, pipelinedWrites }: Pick<Database, 'db' | 'pipelinedWrites'>,
  write: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await write(pipelinedWrites)
  } catch (error) {
    if (unwrapDatabaseError(error).code !== LOCK_NOT_AVAILABLE) throw error
    return write(db)
  }
}

/** Opens PostgreSQL by its address and brings its schema up to date; nodes that start together take turns. */
export async function openPostgres(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  }
  const pool = new pg.Pool({ ...connection, Client: PreparedStatementClient, max: 12 })
  // Without listeners, a lost connection would crash the node.
  const report = options.onError ?? (() => undefined)
  const openPipeline = () =>
    createPipeline(
      () => new PreparedStatementClient({ ...connection, ...pipelineTimeouts, pipeline: true }),
      report,
    )
  const [reads, writes] = [openPipeline(), openPipeline()]
  pool.on('error', report)
  pool.on('connect', client => client.on('error', report))
  try {
    await migrateUnderLock(pool)
  } catch (error) {
    await pool.end()
    throw new StartupError(`De database antwoordt niet zoals verwacht: ${reasonOf(error)}`)
  }
  const logging = options.logger ? { logger: options.logger } : {}
  return {
    db: drizzleOnPool(pool, logging),
    pipelinedReads: drizzleOnPipeline(reads, logging),
    pipelinedWrites: drizzleOnPipeline(writes, logging),
    source: { kind: 'postgres', url },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([reads.end(), writes.end(), pool.end()])
    },
  }
}

function drizzleOnPipeline(pipeline: Pipeline, options: { logger?: Logger }): Db {
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
function drizzleOnPool(pool: pg.Pool, options: { logger?: Logger }): Db {
  const db = drizzlePool(pool, { casing, ...options })
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

/** Connection errors (08), resources (53), operator intervention (57), an idle transaction, or a network error. */
const unavailableCode =
  /^(08|53|57)\w{3}$|^25P03$|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
const unavailableMessage =
  /connection (terminated|timeout)|connection error and is not queryable|timeout exceeded when trying to connect|query read timeout/i

/** Whether an error means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = unwrapDatabaseError(error)
  return unavailableCode.test(code) || unavailableMessage.test(message)
}

/** The driver's error, which Drizzle wraps, except for a failed connection. */
export const unwrapDatabaseError = (error: unknown): { code?: string; message?: string } => {
  const { cause = error } = error as { cause?: unknown }
  return cause as { code?: string; message?: string }
}

/** Some errors have a code and no message. */
const reasonOf = (error: unknown): string => {
  const { message, code } = unwrapDatabaseError(error)
  return message || code || String(error)
}

async function migrateUnderLock(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migratePool(drizzlePool(client, { casing }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    client.release(true)
  }
}

/** Opens the embedded database in `dataDir`; a second process on the same folder is refused. */
export async function openEmbedded(dataDir: string, options: DatabaseOptions = {}): Promise<Database> {
  const release = lockFolder(dataDir)
  const pglite = await PGlite.create(join(dataDir, 'database'), pgliteOptions)
  await migratePglite(drizzlePglite(pglite, { casing }), { migrationsFolder })
  return {
    ...wrapPglite(pglite, options),
    close: async () => {
      await pglite.close()
      release()
    },
  }
}

/** From this oid on, all types but jsonb are arrays of system types and of rows, which no query of ours returns. */
const FIRST_UNUSED_TYPE = 3000

/** For a PGlite that is open and migrated already, as tests load it from a dump. */
export function wrapPglite(pglite: PGlite, options: DatabaseOptions = {}): Database {
  // PGlite copies all its parsers, 318 at first, for each statement.
  for (const type of Object.keys(pglite.parsers).map(Number))
    if (type >= FIRST_UNUSED_TYPE && type !== types.JSONB) delete pglite.parsers[type]
  const db = drizzlePglite(pglite, { casing, ...(options.logger && { logger: options.logger }) })
  return {
    db,
    pipelinedReads: db,
    pipelinedWrites: db,
    source: { kind: 'pglite', pglite },
    close: () => pglite.close(),
  }
}

/**
 * Locks the folder for this process. PGlite has no lock, and a pid file can go stale; an exclusive SQLite transaction is a lock of
 * the operating system, which ends with the process.
 * @throws StartupError when another process has the lock, or the folder can't be written.
 */
function lockFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lock = new DatabaseSync(join(dataDir, 'lock'))
    lock.exec('pragma busy_timeout = 0; begin exclusive')
    return () => lock.close()
  } catch (error) {
    const busy = error instanceof Error && error.message.includes('locked')
    throw new StartupError(
      busy
        ? `Er draait al een server op de map ${dataDir}. Stop die eerst, of kies een andere DATA_DIR.`
        : `De map ${dataDir} is niet te gebruiken: ${reasonOf(error)}`,
    )
  }
}
