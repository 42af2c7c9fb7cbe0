import type pg from 'pg'
import { ObservedClient } from './client.ts'
import type { StatementSender } from './pipeline.ts'

/** How long a statement may take and a transaction may wait for its next one, in milliseconds. */
export const statementLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 15_000 }

/** Compiling a statement takes longer than ours take: at 600,000 products a search had 8 to 80 ms of it, for parts that are never executed. */
export const withoutJit = { options: '-c jit=off' }

const SET_LOCAL = Object.entries({ ...statementLimits, jit: 'off' })
  .map(([name, value]) => `; set local ${name} = ${value}`)
  .join('')

/**
 * A connection to a pooler in transaction mode, where each transaction may be another session: statements have no names, and the
 * settings, which such a pooler refuses as start-up parameters, are set with each `begin`, in the same message.
 */
export class TransactionModeClient extends ObservedClient {
  override query(...given: unknown[]): never {
    const [statement, ...rest] = given as [pg.QueryConfig | string, ...unknown[]]
    if (typeof statement === 'string') return super.query(statement, ...rest)
    const settings = statement.text.startsWith('begin') ? SET_LOCAL : ''
    // A copy, because Drizzle keeps the ones that it prepared.
    return super.query({ ...statement, text: statement.text + settings, name: undefined }, ...rest)
  }
}

/**
 * For statements outside of transactions, through a pooler: each is sent between a `begin` with the settings and a `commit`, without waiting for
 * the answers.
 * @param pool of `TransactionModeClient` with `pipeline: true`
 */
export const statementsThroughPooler = (pool: pg.Pool): StatementSender => ({
  async query(statement, parameters) {
    const client = await pool.connect()
    let isSpoilt = true
    try {
      // A statement that was refused leaves a connection that can begin and commit again.
      const [begun, answered, committed] = await Promise.allSettled([
        client.query({ text: 'begin' }),
        client.query(statement, parameters),
        client.query('commit'),
      ])
      isSpoilt = begun.status === 'rejected' || committed.status === 'rejected'
      for (const each of [begun, answered, committed]) if (each.status === 'rejected') throw each.reason
      return (answered as PromiseFulfilledResult<pg.QueryResult>).value
    } finally {
      client.release(isSpoilt)
    }
  },
})
