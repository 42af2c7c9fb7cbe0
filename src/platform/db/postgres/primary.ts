import type pg from 'pg'

/** Milliseconds that a new connection has to say whether it leads to the primary. */
const ANSWER_MS = 5000
/** PostgreSQL's own code for a write on a standby. */
const READ_ONLY = '25006'

/**
 * Refuses a connection to a standby, which a proxy makes for a moment after its server was demoted: its rows may be old. Asked once,
 * because PostgreSQL ends its connections when it becomes a standby.
 * @throws Error with the code of a write on a standby
 */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const question = { text: 'select pg_is_in_recovery() as standby', query_timeout: ANSWER_MS }
  const { rows } = await client.query<{ standby: boolean }>(question)
  if (rows[0]?.standby)
    throw Object.assign(new Error('the database is a standby, not the primary'), { code: READ_ONLY })
}
