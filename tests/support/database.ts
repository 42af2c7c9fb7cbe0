import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { onPglite, type Database } from '../../src/platform/db.ts'
import { startJobs } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'

const migrationsFolder = join(import.meta.dirname, '../../migrations')

/**
 * A fresh PGlite takes seconds: it is made once a run, with our schema and that of the jobs, and each test loads it
 * from a dump.
 * @returns the dump's file
 */
export async function makeTemplate(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-template-'))
  const file = join(folder, `${randomUUIDv7()}.tar`)
  const pglite = await PGlite.create()
  await migrate(drizzle(pglite, { casing: 'snake_case' }), { migrationsFolder })
  const jobs = await startJobs(onPglite(pglite), createLog('silent'))
  await jobs.stop()
  const dump = await pglite.dumpDataDir('none')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  await pglite.close()
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** An embedded database in memory with an empty, migrated schema. */
export async function openTestDatabase(onStatement?: (sql: string) => void): Promise<Database> {
  const file = process.env['GLOED_TEST_TEMPLATE']
  if (!file) throw new Error('GLOED_TEST_TEMPLATE is not set: run the tests with vitest.config.ts')
  const pglite = await PGlite.create({ loadDataDir: new Blob([await readFile(file)]) })
  return onPglite(pglite, onStatement ? { logger: { logQuery: onStatement } } : {})
}
