/** PostgreSQL's code of a lock that was not waited for, or not any longer. */
export const LOCK_NOT_AVAILABLE = '55P03'
/** PostgreSQL's code of a transaction that it ended because of a deadlock. */
export const DEADLOCK_DETECTED = '40P01'
/** PostgreSQL's code of a row that refers to one that is not there. */
export const FOREIGN_KEY_VIOLATION = '23503'

/** Connection errors (08), resources (53), operator intervention (57), an idle transaction, a standby, or a network error. */
const unavailableCode =
  /^(08|53|57)\w{3}$|^25P03$|^25006$|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** A new backend on a full disk can't write its cache of the catalogue: an internal error (XX000). */
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
