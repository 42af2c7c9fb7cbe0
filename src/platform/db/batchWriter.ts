import { createBatchLoader } from './batchLoader.ts'
import { isDatabaseUnavailable, LOCK_NOT_AVAILABLE, unwrapDatabaseError } from './databaseErrors.ts'
import type { Database, Db } from './db.ts'

/** A statement begins without waiting while fewer are under way: more would be smaller, and cost more each. */
const STATEMENTS_WITHOUT_WAITING = 4
/** At most so many, when those before them are slow. */
const MAX_STATEMENTS = 6

/**
 * Combines concurrent writes into one statement on the pipeline. Of a row that is written more than once only the first write is in it; the others,
 * and all when the database refuses the statement, are made by themselves, so that a write that is refused or waits for a lock concerns no other. Where no
 * answer comes nothing is made again: the sent statement may have been committed.
 * @param write the results of the writes that had an effect, by their input; one statement, so that it has no effect when it is refused
 * @param rowOf identifies the row that is written
 * @returns makes a write; undefined when it had no effect
 */
export function createBatchWriter<Input, Result>(
  { db, pipelinedWrites }: Pick<Database, 'db' | 'pipelinedWrites'>,
  write: (db: Db, inputs: Input[]) => Promise<Map<Input, Result>>,
  rowOf: (input: Input) => string,
): (input: Input) => Promise<Result | undefined> {
  /** The results; without those of inputs that must be written by themselves. */
  async function writeTogether(all: Input[]): Promise<Map<Input, { result: Result | undefined }>> {
    const firstOfRow = new Map<string, Input>()
    for (const input of all) {
      const row = rowOf(input)
      if (!firstOfRow.has(row)) firstOfRow.set(row, input)
    }
    const inputs = [...firstOfRow.values()]
    try {
      const results = await write(pipelinedWrites, inputs)
      return new Map(inputs.map(input => [input, { result: results.get(input) }]))
    } catch (error) {
      const isLocked = unwrapDatabaseError(error).code === LOCK_NOT_AVAILABLE
      if (isDatabaseUnavailable(error) || (all.length === 1 && !isLocked)) throw error
      return new Map()
    }
  }

  const together = createBatchLoader(writeTogether, {
    withoutWaiting: STATEMENTS_WITHOUT_WAITING,
    maxRunning: MAX_STATEMENTS,
  })
  return async input => {
    const written = await together(input)
    return written ? written.result : (await write(db, [input])).get(input)
  }
}
