import type { Config } from '../config.ts'
import type { Database, DatabaseOptions } from './db.ts'
import { openPostgres } from './postgres/openPostgres.ts'

/** Opens the configured database, and brings its schema up to date. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, databaseReplicaUrl, dataDir }: Config,
  options: DatabaseOptions = {},
): Promise<Database> {
  if (databaseUrl)
    return openPostgres(databaseUrl, {
      ...options,
      directUrl: databaseDirectUrl,
      replicaUrl: databaseReplicaUrl,
    })
  // A PostgreSQL in WebAssembly, which no other node loads.
  return (await import('./embeddedDatabase.ts')).openEmbedded(dataDir, options)
}
