import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { pgliteExtensions, wrapPglite, type Database } from '../../src/platform/db.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'

const root = join(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'migrations')

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
  const pglite = await PGlite.create({ extensions: pgliteExtensions })
  await migrate(drizzle(pglite, { casing: 'snake_case' }), { migrationsFolder })
  const jobs = await startJobs(wrapPglite(pglite), { log: createLog('silent') })
  await jobs.stop()
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

/** An embedded database in memory with an empty, migrated schema. */
export async function openTestDatabase(onStatement?: (sql: string) => void): Promise<Database> {
  const file = process.env['GLOED_TEST_TEMPLATE']
  if (!file) throw new Error('GLOED_TEST_TEMPLATE is not set: run the tests with vitest.config.ts')
  const pglite = await PGlite.create({
    extensions: pgliteExtensions,
    loadDataDir: new Blob([await readFile(file)]),
  })
  return wrapPglite(pglite, onStatement ? { logger: { logQuery: onStatement } } : {})
}
