import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { casing, type Database, type DatabaseOptions } from './db.ts'
import { migrateEmbedded } from './migrations.ts'
import { observePglite } from './statements.ts'
import { lockFolder } from '../cluster/folderLock.ts'

/** The extensions that the migrations need, which a server has installed. */
export const pgliteOptions = {
  extensions: { fuzzystrmatch, pg_trgm },
  // 128 MB by default, all of it in this process; the system keeps the files in its own cache.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
}

/** Compiles it on another thread, from this call on. PGlite itself begins some turns of the event loop later, when a server has read its code. */
function compilePostgres(): Promise<WebAssembly.Module> {
  const { resolve } = createRequire(import.meta.url)
  return WebAssembly.compile(readFileSync(join(dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')))
}

/** Opens the embedded database in `dataDir`; a second process on the same folder is refused. */
export async function openEmbedded(dataDir: string, options: DatabaseOptions = {}): Promise<Database> {
  const release = lockFolder(dataDir)
  const pgliteWasmModule = await compilePostgres()
  const pglite = await PGlite.create(join(dataDir, 'database'), { ...pgliteOptions, pgliteWasmModule })
  const close = async () => {
    await pglite.close()
    release()
  }
  try {
    await migrateEmbedded(pglite, options)
  } catch (error) {
    await close()
    throw error
  }
  return { ...wrapPglite(pglite, options), close }
}

/** From this oid on, all types but jsonb are arrays of system types and of rows, which no query of ours returns. */
const FIRST_UNUSED_TYPE = 3000

/** For a PGlite that is open and migrated already, as tests load it from a dump. */
export function wrapPglite(pglite: PGlite, options: DatabaseOptions = {}): Database {
  // PGlite copies all its parsers, 318 at first, for each statement.
  for (const type of Object.keys(pglite.parsers).map(Number))
    if (type >= FIRST_UNUSED_TYPE && type !== types.JSONB) delete pglite.parsers[type]
  const db = drizzlePglite(observePglite(pglite), {
    casing,
    ...(options.logger && { logger: options.logger }),
  })
  return {
    db,
    pipelinedReads: db,
    pipelinedWrites: db,
    pipelinedSearches: db,
    staleReads: () => db,
    source: { kind: 'pglite', pglite },
    now: () => new Date(),
    close: () => pglite.close(),
  }
}
