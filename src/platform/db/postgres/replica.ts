import pg from 'pg'
import { ObservedClient } from './client.ts'
import type { StatementSender } from './pipeline.ts'

/** How old an answer may be, in milliseconds; a replica that is further behind is not asked. */
const MOST_STALE_MS = 10_000
/** How long a comparison with the primary counts, in milliseconds, and how long a replica that failed is left alone. */
const COMPARED_MS = 1000
const FAILED_MS = 10_000
/** The time that a replica has to answer in, in milliseconds, to be compared. */
const ANSWER_MS = 1000
const LOST =
  'the replica does not answer, or is more than ten seconds behind: reports are read at the primary'
/** It had to end a statement to go on with the changes of the primary. */
const CONFLICT_WITH_RECOVERY = '40001'
/** The statement took too long, and would at the primary too. */
const CANCELED = '57014'

export interface ReplicaReads extends StatementSender {
  /** Whether reads go there now. */
  isUsed: () => Promise<boolean>
  end(): Promise<void>
}

interface ReplicaParts {
  primary: StatementSender
  connection: pg.PoolConfig
  /** Whether an error says that the server is, and not that the statement is wrong. */
  isUnavailable: (error: unknown) => boolean
  /** Is told once when reads leave the replica, until they went back to it. */
  report: (error: Error) => void
}

/**
 * Reads from a replica while it is known to be at most ten seconds behind, else from the primary. How far it is behind is told by positions in
 * the primary's log, because a replica that receives nothing doesn't know.
 */
export function createReplicaReads({
  primary,
  connection,
  isUnavailable,
  report,
}: ReplicaParts): ReplicaReads {
  const pool = new pg.Pool({
    ...connection,
    Client: ObservedClient,
    connectionTimeoutMillis: ANSWER_MS,
    max: 4,
  })
  const lost = () => undefined
  pool.on('error', lost)
  pool.on('connect', client => client.on('error', lost))
  const freshness = createFreshness(primary, pool)
  /** So that a replica that is away from the start is told too. */
  let wasUsed = true
  async function isUsed(): Promise<boolean> {
    const isFresh = await freshness.isFresh()
    if (wasUsed && !isFresh) report(new Error(LOST))
    return (wasUsed = isFresh)
  }
  return {
    isUsed,
    async query(statement, parameters) {
      if (!(await isUsed())) return primary.query(statement, parameters)
      try {
        return await pool.query(statement, parameters)
      } catch (error) {
        const { code } = error as { code?: string }
        const isConflict = code === CONFLICT_WITH_RECOVERY
        if (code === CANCELED || (!isConflict && !isUnavailable(error))) throw error
        if (!isConflict) freshness.fail()
        return primary.query(statement, parameters)
      }
    },
    end: () => pool.end(),
  }
}

/** A position of the primary's log, and a time at which the primary had not yet passed it. */
interface Position {
  lsn: string
  at: number
}

function createFreshness(primary: StatementSender, replica: pg.Pool) {
  /** The replica has every transaction that was committed before this time. */
  let freshUntil = -Infinity
  let compareAt = -Infinity
  /** Awaited by the replica. */
  let awaited: Position | null = null
  let comparing: Promise<void> | null = null

  async function compare(): Promise<void> {
    awaited ??= await readPosition(primary)
    const { rows } = await replica.query<{ has: boolean | null }>({
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      values: [awaited.lsn],
      query_timeout: ANSWER_MS,
    } as pg.QueryConfig)
    compareAt = performance.now() + COMPARED_MS
    if (!rows[0]?.has) return
    freshUntil = awaited.at
    awaited = null
  }

  const fail = () => {
    freshUntil = -Infinity
    compareAt = performance.now() + FAILED_MS
  }
  return {
    fail,
    async isFresh(): Promise<boolean> {
      if (performance.now() >= compareAt)
        await (comparing ??= compare()
          .catch(fail)
          .finally(() => (comparing = null)))
      return performance.now() - freshUntil <= MOST_STALE_MS
    },
  }
}

async function readPosition(primary: StatementSender): Promise<Position> {
  const at = performance.now()
  const { rows } = await primary.query({ text: 'select pg_current_wal_lsn()::text as lsn' })
  return { lsn: (rows as { lsn: string }[])[0]?.lsn as string, at }
}
