import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../src/platform/db/db.ts'
import { pgliteOptions, wrapPglite } from '../../src/platform/db/embeddedDatabase.ts'
import { migrateEmbedded } from '../../src/platform/db/migrations.ts'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { startJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openSharedPostgres } from './sharedPostgres.ts'

const root = join(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'migrations')

/** Set while the shared PostgreSQL has the schema of a later version. */
export const LATER_SCHEMA = 'GLOED_TEST_LATER_SCHEMA'

/** Templates of schemas that no test used for a day are deleted. */
const KEPT_MS = 24 * 3_600_000

/**
 * Creating a PGlite takes seconds: it is done once, with our schema and that of the jobs, and stored under the hash of its sources; each
 * test loads it from that dump.
 * @returns the dump's file
 */
export async function makeTemplate(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/gloed-template')
  const file = join(folder, `${await schemaHash()}.tar`)
  if (existsSync(file)) return file
  await mkdir(folder, { recursive: true })
  for (const old of (await readdir(folder)).map(name => join(folder, name))) {
    if (Date.now() - (await stat(old)).mtimeMs > KEPT_MS) await rm(old, { force: true })
  }
  // Renamed into place, so that concurrent runs never read an incomplete file.
  const making = `${file}.${process.pid}`
  await writeFile(making, await dumpFreshDatabase())
  await rename(making, file)
  return file
}

async function dumpFreshDatabase(): Promise<Buffer> {
  const pglite = await PGlite.create(pgliteOptions)
  await migrateEmbedded(pglite)
  const jobs = await startJobs(wrapPglite(pglite), { log: createLog('silent') })
  await jobs.stop()
  // Nothing connects to these two, and they are a third of the files that each test would load.
  await pglite.exec('update pg_database set datistemplate = false where datistemplate')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.exec('checkpoint')
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return Buffer.from(await dump.arrayBuffer())
}

/** The hash of the migrations and of the versions of the packages with the schema of the jobs and the database itself. */
async function schemaHash(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
  for (const file of [
    ...migrations.map(name => join(migrationsFolder, name)),
    join(root, 'package-lock.json'),
  ]) {
    hash.update(await readFile(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** A loaded database, which is emptied after each use: loading one takes a second of work. */
interface LoadedDatabase {
  pglite: PGlite
  /** Rows that the migrations and the jobs' schema have from the start, by table. */
  initialRows: Map<string, string>
  /** Changes when a test changes the schema; such a database is not used again. */
  schema: string
}

/** Vitest keeps modules per thread, so each thread reuses its own. */
const unused: LoadedDatabase[] = []

/**
 * An embedded database in memory with an empty, migrated schema; or one on PostgreSQL with the schema of a later version, by which
 * `npm run test:upgrade` runs the tests of the version before.
 */
export async function openTestDatabase(onStatement?: (sql: string) => void): Promise<Database> {
  if (process.env[LATER_SCHEMA]) return openLaterDatabase(onStatement)
  const loaded = unused.pop() ?? (await loadDatabase())
  const { pglite, release } = lend(loaded.pglite)
  let closing: Promise<void> | undefined
  const close = async () => {
    release()
    if (await empty(loaded)) unused.push(loaded)
    else await loaded.pglite.close()
  }
  return {
    ...wrapPglite(pglite, onStatement ? { logger: { logQuery: onStatement } } : {}),
    close: () => (closing ??= close()),
  }
}

async function openLaterDatabase(onStatement?: (sql: string) => void): Promise<Database> {
  const postgres = openSharedPostgres()
  const options = onStatement ? { logger: { logQuery: onStatement } } : {}
  const database = await openPostgres(await postgres.create(), options)
  let closing: Promise<void> | undefined
  const close = async () => {
    await database.close()
    await postgres.close()
  }
  return { ...database, close: () => (closing ??= close()) }
}

async function loadDatabase(): Promise<LoadedDatabase> {
  const file = process.env['GLOED_TEST_TEMPLATE']
  if (!file) throw new Error('GLOED_TEST_TEMPLATE is not set: run the tests with vitest.config.ts')
  const pglite = await PGlite.create({
    ...pgliteOptions,
    loadDataDir: new Blob([await readFile(file)]),
  })
  const initialRows = new Map<string, string>()
  for (const table of await usedTables(pglite)) {
    const [found] = (
      await pglite.query<{ rows: string }>(`select json_agg(each)::text as rows from ${table} each`)
    ).rows
    if (found) initialRows.set(table, found.rows)
  }
  return { pglite, initialRows, schema: await describeSchema(pglite) }
}

/** The database until `release`; whoever still uses it then gets the error of a closed one, and can't disturb the next test. */
function lend(pglite: PGlite): { pglite: PGlite; release: () => void } {
  let isReleased = false
  const lent = new Proxy(pglite, {
    get(target, name) {
      if (name === 'closed') return isReleased || target.closed
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (isReleased) throw new Error('PGlite is closed')
      return value.bind(target)
    },
  })
  return { pglite: lent, release: () => (isReleased = true) }
}

/** @returns whether the database is as it was after loading */
async function empty({ pglite, initialRows, schema }: LoadedDatabase): Promise<boolean> {
  if (pglite.closed || (await describeSchema(pglite)) !== schema) return false
  const tables = await usedTables(pglite)
  // A replica skips triggers and foreign keys, those that forbid deleting included.
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  await pglite.exec(`
    set session_replication_role = replica;
    ${tables.length > 0 ? `truncate ${tables.join(', ')} restart identity cascade;` : ''}
    ${[...initialRows].map(([table, rows]) => `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $rows$${rows}$rows$);`).join('\n')}
    reset session_replication_role;`)
  return true
}

async function usedTables(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const { rows: used } = await pglite.query<{ name: string }>(
    rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
  )
  return used.map(({ name }) => name)
}

/** The definitions of tables, columns, constraints, triggers, functions and settings. */
async function describeSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ digest: string }>(`
    select md5(string_agg(part, ',' order by part)) as digest from (
      select concat_ws(' ', 'column', attrelid, attname, atttypid, attnotnull, atthasdef) as part
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace not in (11, 99) and relkind in ('r', 'v', 'm', 'p')
      union all select concat_ws(' ', 'constraint', conrelid, conname) from pg_constraint
      union all select concat_ws(' ', 'trigger', tgrelid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', 'index', indexrelid) from pg_index where indrelid >= 16384
      union all select concat_ws(' ', 'function', oid, md5(prosrc)) from pg_proc where oid >= 16384
      union all select concat_ws(' ', 'sequence', seqrelid) from pg_sequence
      union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig::text) from pg_db_role_setting) as parts`)
  return rows[0]?.digest ?? ''
}
