import type { ExtractTablesWithRelations, Logger } from 'drizzle-orm'
import { drizzle as drizzlePool, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { StartupError } from '../../config.ts'
import { askDatabaseTime, openDatabaseClock } from '../databaseClock.ts'
import { isDatabaseUnavailable, unwrapDatabaseError } from '../databaseErrors.ts'
import { casing, type Database, type DatabaseOptions, type Db } from '../db.ts'
import { migratePostgres, type MigrationOptions } from '../migrations.ts'
import { PreparedStatementClient } from './client.ts'
import { createPipeline, type StatementSender } from './pipeline.ts'
import { statementLimits, statementsThroughPooler, TransactionModeClient, withoutJit } from './pooler.ts'
import { requirePrimary } from './primary.ts'
import { createReplicaReads } from './replica.ts'

interface PostgresOptions extends DatabaseOptions {
  /** The address of PostgreSQL itself, where the other one is that of a pooler in transaction mode. */
  directUrl?: string | undefined
  /** The address of a streaming replica. */
  replicaUrl?: string | undefined
}

/** In milliseconds. Where no answer comes at all, a connection is given up later than PostgreSQL itself would end the statement. */
const connectionLimits = { connectionTimeoutMillis: 5000, query_timeout: 20_000 }

/** In milliseconds, for short statements. One of them holds up others: PostgreSQL ends one that takes or waits too long, else its connection is given up. */
const pipelineTimeouts = { statement_timeout: 4000, query_timeout: 5000, lock_timeout: 100 }
/** In milliseconds. Two statements, one after the other, take less than `query_timeout`. TCP keepalive detects a dead connection, which nothing else checks. */
const searchConnection = { statement_timeout: 8000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 }
/**
 * Opens PostgreSQL by its address and brings its schema up to date. Users of a session of their own (migrations, jobs, pipelines) go past a
 * pooler.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { directUrl = url, replicaUrl } = options
  const isPooled = directUrl !== url
  const direct = { ...connectionLimits, ...statementLimits, ...withoutJit, connectionString: directUrl }
  const pool = new pg.Pool({
    ...(isPooled ? { ...connectionLimits, connectionString: url } : direct),
    Client: isPooled ? TransactionModeClient : PreparedStatementClient,
    // Statements that are sent together, in a transaction or through a pooler, go out together.
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
