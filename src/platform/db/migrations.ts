import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../config.ts'
import { programFolder } from '../files/programFolder.ts'

/**
 * Brings the schema up to date while other nodes serve, of this version or the one before.
 *
 * current    nothing is pending: a node of the same version, or an older one; it waits for nobody
 * waiting    another node has the advisory lock
 * migrating  each migration in a transaction of its own; one that waits too long for a table is rolled back, so that the
 *            statements behind it go on, and tried again
 */

const migrationsFolder = join(programFolder, 'migrations')
/** An arbitrary constant, the same on every node. */
const MIGRATION_LOCK = 20_261_120
/** How often a waiting node asks for the lock, and how often it says that it waits, in milliseconds. */
const LOCK_POLL_MS = 250
const WAIT_REPORT_MS = 10_000
/** While an `alter table` waits for its lock, every later statement on that table waits behind it: no longer than this. */
const LOCK_TIMEOUT_MS = 1000
/** Between two attempts: statements that waited behind the last one go first. */
const RETRY_PAUSE_MS = 1000
/** For how long a migration is tried again, in milliseconds. */
const PATIENCE_MS = 60_000
/** A statement that holds its locks for longer would stop the shop; longer work belongs in a job. */
const STATEMENT_TIMEOUT_MS = 300_000
/** PostgreSQL's codes of a lock timeout and a deadlock: another attempt may succeed. */
const RETRIED = new Set(['55P03', '40P01'])

/** A connection that nobody else uses: `pg`'s client, or the embedded database. */
interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

interface Migration {
  tag: string
  /** When it was generated, in milliseconds: the order, and the key by which Drizzle knows an applied migration. */
  when: number
}

export interface MigrationOptions {
  folder?: string
  /** Only migrations that were made until then, in milliseconds: a restore needs the schema of its backup. */
  until?: number | undefined
  /** Called with the reason for waiting. */
  onWait?: ((text: string) => void) | undefined
  patienceMs?: number
}

/**
 * Applies the pending migrations to PostgreSQL; nodes that start together take turns.
 * @param connection is changed (timeouts, an advisory lock of its session): close it afterwards
 * @throws StartupError when a migration fails or its table stays in use: that migration has then changed nothing; or when the schema is
 * of other migrations
 */
export async function migratePostgres(connection: Connection, options: MigrationOptions = {}): Promise<void> {
  const { folder = migrationsFolder, onWait = () => undefined, patienceMs = PATIENCE_MS } = options
  if ((await findPending(connection, options)).length === 0) return
  await lockMigrations(connection, onWait)
  await createJournalTable(connection)
  for (const migration of await findPending(connection, options)) {
    const deadline = performance.now() + patienceMs
    while (!(await tryMigration(connection, folder, migration, deadline))) {
      onWait(`migration ${migration.tag} waits for a table that is in use`)
      await pause(RETRY_PAUSE_MS)
    }
  }
}

/** The same for the embedded database, which nobody else uses. */
export async function migrateEmbedded(connection: Connection, options: MigrationOptions = {}): Promise<void> {
  const { folder = migrationsFolder } = options
  const pending = await findPending(connection, options)
  if (pending.length > 0) await createJournalTable(connection)
  for (const migration of pending) await applyMigration(connection, folder, migration)
}

function readJournal(folder: string): Migration[] {
  const text = readFileSync(join(folder, 'meta/_journal.json'), 'utf8')
  return (JSON.parse(text) as { entries: Migration[] }).entries
}

/**
 * By the newest that is applied, as Drizzle does: for a node that is older than the schema nothing is pending.
 * @throws StartupError when the schema is of other migrations
 */
async function findPending(
  connection: Connection,
  { folder = migrationsFolder, until = Infinity }: MigrationOptions,
): Promise<Migration[]> {
  const migrations = readJournal(folder)
  const applied = await readApplied(connection)
  if (applied && applied.oldest !== migrations[0]?.when)
    throw new StartupError(`De database is van een versie vóór 0.2.0. ${onlyNewDatabase}`)
  return migrations.filter(({ when }) => when <= until && when > (applied?.newest ?? -1))
}

/** When the oldest and the newest of the applied migrations were made; null when none is. */
async function readApplied(connection: Connection): Promise<{ oldest: number; newest: number } | null> {
  const found = await connection.query("select to_regclass('drizzle.__drizzle_migrations')::text as name")
  const [table] = found.rows as { name: string | null }[]
  if (!table?.name) return null
  const { rows } = await connection.query(
    'select min(created_at)::text as oldest, max(created_at)::text as newest from drizzle.__drizzle_migrations',
  )
  const [{ oldest, newest } = {}] = rows as { oldest?: string | null; newest?: string | null }[]
  return oldest && newest ? { oldest: Number(oldest), newest: Number(newest) } : null
}

/** With 0.2.0 the migrations began again. */
const onlyNewDatabase =
  'Deze versie begint met een nieuwe: exporteer je producten met de vorige versie, kies een lege database (DATABASE_URL, of DATA_DIR) en importeer ze daar. Er is niets veranderd.'

/** @param newest when the newest migration of a backup's schema was made @throws StartupError when it is of other migrations than ours */
export function refuseEarlierBackup(newest: number): void {
  if (newest < (readJournal(migrationsFolder)[0]?.when ?? 0))
    throw new StartupError(`De back-up is van een versie vóór 0.2.0. ${onlyNewDatabase}`)
}

/** @throws StartupError when the schema is of other migrations than ours */
export async function refuseEarlierSchema(connection: Connection): Promise<void> {
  await findPending(connection, {})
}

/** Drizzle's own table, so that its tools know what is applied. */
async function createJournalTable(connection: Connection): Promise<void> {
  await connection.query('create schema if not exists drizzle')
  await connection.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
}

/**
 * Asks again and again rather than in one statement that waits: such a statement would hold up `create index concurrently`, which waits
 * for all that began before it.
 */
async function lockMigrations(connection: Connection, onWait: (text: string) => void): Promise<void> {
  let reportAt = performance.now()
  for (;;) {
    const asked = await connection.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK])
    if ((asked.rows as { locked: boolean }[])[0]?.locked) return
    if (performance.now() >= reportAt) {
      onWait('another node is migrating the database')
      reportAt += WAIT_REPORT_MS
    }
    await pause(LOCK_POLL_MS)
  }
}

/** @returns false when its table is in use: it has changed nothing, and may be tried again */
async function tryMigration(
  connection: Connection,
  folder: string,
  migration: Migration,
  deadline: number,
): Promise<boolean> {
  try {
    await applyMigration(connection, folder, migration)
    return true
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string }
    const isRetried = RETRIED.has(code)
    if (isRetried && performance.now() < deadline) return false
    // Without a code of PostgreSQL it was the connection.
    if (!/^[0-9A-Z]{5}$/.test(code)) throw error
    const reason = isRetried
      ? 'een tabel bleef in gebruik door een andere transactie (zie pg_stat_activity)'
      : message
    throw new StartupError(
      `De database is niet bijgewerkt bij ${migration.tag}: ${reason}. Deze stap heeft niets veranderd, en de vorige versie kan verder draaien. Neem de oorzaak weg en start opnieuw.`,
    )
  }
}

async function applyMigration(connection: Connection, folder: string, { tag, when }: Migration) {
  const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  const isConcurrent = /^\s*(create|drop)( unique)? index concurrently/im.test(text)
  // An index that is made concurrently blocks nobody while it waits, and takes as long as the table is large.
  await connection.query(`set lock_timeout = ${isConcurrent ? 0 : LOCK_TIMEOUT_MS}`)
  await connection.query(`set statement_timeout = ${isConcurrent ? 0 : STATEMENT_TIMEOUT_MS}`)
  const apply = async () => {
    for (const statement of text.split('--> statement-breakpoint')) await connection.query(statement)
    await connection.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      when,
    ])
  }
  // PostgreSQL makes such an index outside of transactions only.
  if (isConcurrent) return apply()
  await connection.query('begin')
  try {
    await apply()
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}
