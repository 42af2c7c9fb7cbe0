import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { StartupError } from '../config.ts'
import { migratePostgres, type MigrationOptions } from './migrations.ts'
import { openPostgres } from './postgres/openPostgres.ts'

const postgres = openSharedPostgres()
const clients: pg.Client[] = []
let url: string
let folder: string
beforeEach(async () => {
  url = await postgres.create()
  folder = await mkdtemp(join(tmpdir(), 'gloed-migrations-'))
  const setUp = await connect()
  await setUp.query('drop schema drizzle cascade; create table toys_of_test (id int)')
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.end()))
  await rm(folder, { recursive: true })
})
afterAll(() => postgres.close())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  clients.push(client)
  await client.connect()
  return client
}

/** The migrations of a version: their statements, in order. */
async function write(...statements: string[]): Promise<void> {
  const entries = statements.map((_, index) => ({ tag: `000${index}_test`, when: index + 1 }))
  await mkdir(join(folder, 'meta'), { recursive: true })
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [index, text] of statements.entries())
    await writeFile(join(folder, `000${index}_test.sql`), text)
}

async function migrate(options: MigrationOptions = {}): Promise<void> {
  const client = await connect()
  try {
    await migratePostgres(client, { folder, ...options })
  } finally {
    await client.end()
  }
}

const columns = async () => {
  const { rows } = await (
    await connect()
  ).query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'toys_of_test'::regclass and attnum > 0",
  )
  return rows.map(({ name }) => name)
}

const addColumn = (name: string) => `alter table toys_of_test add column ${name} int`

it('lets readers pass while it waits for a table, and goes on when the table is free', async () => {
  await write(addColumn('colour'))
  const long = await connect()
  await long.query('begin; select * from toys_of_test')
  const reader = await connect()
  // Longer than an attempt of the migration: PostgreSQL counts it.
  await reader.query('set lock_timeout = 1500')
  const waits = vi.fn<(text: string) => void>()
  const migrated = migrate({ onWait: waits })
  while (waits.mock.calls.length < 2) await reader.query('select * from toys_of_test')
  expect(waits).toHaveBeenCalledWith('migration 0000_test waits for a table that is in use')
  await long.query('commit')
  await migrated
  expect(await columns()).toEqual(['id', 'colour'])
})

it('gives up with one line that says what to do, and has changed nothing', async () => {
  await write(`create table made_first (id int);--> statement-breakpoint\n${addColumn('colour')}`)
  const long = await connect()
  await long.query('begin; select * from toys_of_test')
  const given = migrate({ patienceMs: 0 })
  await expect(given).rejects.toThrow(StartupError)
  await expect(given).rejects.toThrow(
    /^De database is niet bijgewerkt bij 0000_test: een tabel bleef in gebruik .* Neem de oorzaak weg en start opnieuw\.$/,
  )
  await long.query('commit')
  await expect(long.query('select * from made_first')).rejects.toThrow('does not exist')
  await migrate()
  expect(await columns()).toEqual(['id', 'colour'])
})

it('keeps the migrations before one that fails, and nothing of that one', async () => {
  await write(addColumn('colour'), `${addColumn('size')};--> statement-breakpoint\n${addColumn('id')}`)
  await expect(migrate()).rejects.toThrow(
    'De database is niet bijgewerkt bij 0001_test: column "id" of relation "toys_of_test" already exists.',
  )
  expect(await columns()).toEqual(['id', 'colour'])
  await write(addColumn('colour'), addColumn('size'))
  await migrate()
  expect(await columns()).toEqual(['id', 'colour', 'size'])
})

it('says that another node is migrating, and goes on when that one is ready', async () => {
  await write(addColumn('colour'))
  const other = await connect()
  await other.query('select pg_advisory_lock(20261120)')
  const waits = vi.fn<(text: string) => void>()
  const migrated = migrate({ onWait: waits })
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith('another node is migrating the database'), 10_000)
  expect(await columns()).toEqual(['id'])
  await other.query('select pg_advisory_unlock(20261120)')
  await migrated
  expect(await columns()).toEqual(['id', 'colour'])
})

it('a node that is older than the schema starts, and waits for nobody', async () => {
  await write(addColumn('colour'), addColumn('size'))
  await migrate()
  const other = await connect()
  await other.query('select pg_advisory_lock(20261120)')
  await write(addColumn('colour'))
  await migrate()
  expect(await columns()).toEqual(['id', 'colour', 'size'])
})

it('the shop itself starts on a schema of a later version', async () => {
  const later = await postgres.create()
  const client = new pg.Client({ connectionString: later })
  await client.connect()
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)")
  await client.end()
  const database = await openPostgres(later)
  expect(await database.db.execute('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  await database.close()
})

it('refuses the schema of a version before 0.2.0, and changes nothing in it', async () => {
  const earlier = await postgres.createEmpty()
  const client = new pg.Client({ connectionString: earlier })
  await client.connect()
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_extensions', 1790000000000)`)
  const opened = openPostgres(earlier)
  await expect(opened).rejects.toThrow(StartupError)
  await expect(opened).rejects.toThrow(
    /^De database is van een versie vóór 0\.2\.0\. .* Er is niets veranderd\.$/,
  )
  const { rows } = await client.query(
    "select tablename from pg_tables where schemaname in ('public', 'drizzle')",
  )
  expect(rows).toEqual([{ tablename: '__drizzle_migrations' }])
  await client.end()
})

it('makes an index concurrently beside writers and beside a node that waits', async () => {
  await write(addColumn('colour'))
  await migrate()
  await write(
    addColumn('colour'),
    'drop index concurrently if exists by_colour;--> statement-breakpoint\ncreate index concurrently by_colour on toys_of_test (colour)',
  )
  const writer = await connect()
  await writer.query('begin; insert into toys_of_test (id) values (1)')
  const waits = vi.fn<(text: string) => void>()
  const nodes = [migrate({ onWait: waits }), migrate({ onWait: waits })]
  await vi.waitFor(() => expect(waits).toHaveBeenCalledWith('another node is migrating the database'), 10_000)
  await writer.query('commit')
  await Promise.all(nodes)
  const { rows } = await writer.query(
    "select indisvalid from pg_index where indexrelid = 'by_colour'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
})
