import { LOCK_NOT_AVAILABLE, unwrapDatabaseError } from './databaseErrors.ts'
import type { Database, Db } from './db.ts'

/** A statement waits for those before it on its connection: with several, a slow one holds up a part of the others. */
export const PIPELINE_CONNECTIONS = 3

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
