import type { PGlite } from '@electric-sql/pglite'
import type { ExtractTablesWithRelations, Logger } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type { MigrationOptions } from './migrations.ts'

/** How the names of columns in the code become those in the database. */
export const casing = 'snake_case'

/**
 * The reads that may be some seconds old, where there is a replica: reports without money, from which nobody decides about stock or a stop.
 * All others ask the primary, so that whoever changes something sees it.
 */
export type StaleRead = 'visitors' | 'sitemap'

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
  /** The connection that pg-boss needs to work on the same database: for PostgreSQL an address past any pooler, because it listens. */
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
