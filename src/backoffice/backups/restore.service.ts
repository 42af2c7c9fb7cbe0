import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError, type Config } from '../../platform/config.ts'
import { secretFingerprint, sessionSecretPath } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/db.ts'
import { openEmbeddedCopy } from '../../platform/db/embeddedCopy.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { type CopiedTable, type CopySession, openCopySession } from '../../platform/db/tableCopy.ts'
import { refuseEarlierBackup, refuseEarlierSchema } from '../../platform/db/migrations.ts'
import { openFileStores, type FileStores } from '../../platform/files/fileStores.ts'
import { lockFolder } from '../../platform/cluster/folderLock.ts'
import { createQueues, NODE_APPLICATION } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { ifMissing, putFile } from '../../platform/files/storage.ts'
import { packedEnding, unpack } from './archive.service.ts'
import { restoreFiles } from './files.service.ts'
import { openBackup, readPaths, type OpenedBackup } from './openBackup.service.ts'
import type { TableCopyInfo } from './rules.ts'
import { findMissingFiles } from './namedFiles.service.ts'
import { readMigration, secretFile, tableFile } from './service.ts'
import { findSuspension, listTables } from './tables.service.ts'

export interface RestoredShop {
  /** The caller closes it. */
  database: Database
  backup: OpenedBackup
  /** The paths of files that are damaged or gone in the backup, or were gone before it; everything else is there. */
  lostFiles: string[]
}

/**
 * Fills an empty database and data folder from a backup, then brings its schema up to date. Files come first, and the database is filled in
 * one transaction: after a failure it is still empty, and the same command can be repeated; or it is complete, and refused as in use.
 * @param shop `log` of the stores of files
 * @param name the backup's folder in `BACKUP_DIR`; undefined for the newest whose date does not lie in the future
 * @throws StartupError when there is no such backup, it or the database is of a version before 0.2.0, the database is in use, a node is
 * connected to it, or a key is missing
 */
export async function restore(
  config: Config,
  { log, now }: Pick<Platform, 'log' | 'now'>,
  name?: string,
): Promise<RestoredShop> {
  const backup = await openBackup(config, now(), name)
  refuseEarlierBackup(backup.manifest.migratedTo)
  await refuseUsed(config)
  await restoreSecret(config, backup)
  const stores = await openFileStores(config, log)
  const { lost } = await restoreFiles(await readPaths(backup), backup.manifest, { ...backup, stores })
  const database = await openTarget(config, backup.manifest.migratedTo)
  try {
    await fill(database, backup)
  } finally {
    await database.close()
  }
  try {
    return await finish(config, backup, stores, lost)
  } catch (error) {
    throw new StartupError(
      `De database is gevuld, maar wat daarna komt mislukte: ${(error as Error).message}\n${whenFilled}`,
    )
  }
}

/** The steps after a restore, also when it broke off after its commit. */
const whenFilled =
  'Start de winkel, die het schema bijwerkt, vergelijk de boeken met reconcile, en haal met restore --files-only terug wat aan bestanden ontbreekt.'

/** The steps that are needed once the rows are there: statistics, the newest schema, and a look at the files that rows name. */
async function finish(
  config: Config,
  backup: OpenedBackup,
  stores: FileStores,
  lost: string[],
): Promise<RestoredShop> {
  const database = await openTarget(config)
  try {
    await analyze(database)
    const missing = await findMissingFiles(database.db, stores, { files: backup.manifest.files, lost })
    return { database, backup, lostFiles: [...lost, ...missing].toSorted() }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function analyze({ source }: Database): Promise<void> {
  const session = await openCopySession(source)
  try {
    await session.query('analyze')
  } finally {
    await session.close()
  }
}

/** @param until the newest migration that its schema gets; undefined for all */
const openTarget = (config: Config, until?: number): Promise<Database> => openDatabase(config, { until })

/**
 * Puts back the secret that the shop made itself, with which parts of the database are encrypted.
 * @throws StartupError when the shop has another one
 */
async function restoreSecret(config: Config, { folder, manifest, key }: OpenedBackup): Promise<void> {
  const packed = join(folder, secretFile(manifest.publicKey))
  const isOwn = config.sessionSecret === undefined && existsSync(packed)
  const path = sessionSecretPath(config.dataDir)
  const present = await readFile(path, 'utf8').catch(ifMissing(null))
  const given = config.sessionSecret ?? present
  const secret = isOwn ? await text(unpack(packed, { key, isCompressed: false })) : given
  // No secret is made here: a later restore would take it for another shop's.
  if (
    secret === null ||
    secretFingerprint({ ...config, sessionSecret: secret }) !== manifest.secretFingerprint
  )
    throw new StartupError('SESSION_SECRET is een andere dan toen de back-up werd gemaakt.')
  if (!isOwn) return
  if (present === secret) return
  if (present !== null) throw new StartupError(`In ${path} staat het geheim van een andere winkel.`)
  await putFile(path, Buffer.from(secret))
}

/** @throws StartupError when there is data that would be replaced */
async function refuseUsed({ databaseUrl, databaseDirectUrl = databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseDirectUrl !== undefined) return refuseUsersOf({ kind: 'postgres', url: databaseDirectUrl })
  if (!existsSync(join(dataDir, 'database'))) return
  const release = lockFolder(dataDir)
  try {
    const pglite = await openEmbeddedCopy(join(dataDir, 'database'))
    await refuseUsersOf({ kind: 'pglite', pglite })
    await pglite.close()
  } finally {
    release()
  }
}

async function refuseUsersOf(source: Database['source']): Promise<void> {
  const session = await openCopySession(source)
  try {
    await refuseEarlierSchema({ query: async text => ({ rows: await session.query(text) }) })
    await refuseUsers(session)
    await refuseNodes(session)
  } finally {
    await session.close()
  }
}

/** A node that began on the empty database would go on with the settings and keys that it read there. The embedded one has a lock. */
async function refuseNodes(session: CopySession): Promise<void> {
  const [node] = await session.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [NODE_APPLICATION],
  )
  if (node)
    throw new StartupError(
      'Op deze database draait nog een winkel: stop eerst alle servers, ook wat ze vanzelf weer start, en zet dan terug.',
    )
}

async function refuseUsers(session: CopySession): Promise<void> {
  const [table] = await session.query<{ exists: boolean }>(
    `select to_regclass('public.users') is not null as exists`,
  )
  if (!table?.exists) return
  const [used] = await session.query('select from users limit 1')
  if (used)
    throw new StartupError(
      `De database is in gebruik: zet een back-up terug in een nieuwe.\nBrak een eerder terugzetten af? Dan was het vullen al klaar. ${whenFilled}`,
    )
}

async function fill(database: Database, backup: OpenedBackup): Promise<void> {
  const { queues, migratedTo } = backup.manifest
  await createQueues(database, queues)
  const session = await openCopySession(database.source)
  try {
    if ((await readMigration(session)) !== migratedTo)
      throw new StartupError(
        'De back-up is van een andere versie dan de database of de winkel: neem de nieuwste versie, en een nieuwe database.',
      )
    await session.query('begin')
    await fillTables(session, backup)
    await session.query('commit')
  } catch (error) {
    await session.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await session.close()
  }
}

async function fillTables(session: CopySession, backup: OpenedBackup): Promise<void> {
  const { tables, sequences } = backup.manifest
  const present = await listTables(session)
  refuseUnknown(tables, present)
  const own = present.map(({ table }) => table).filter(table => table.startsWith('public.'))
  await session.query(`lock table ${own.join(', ')}`)
  // Somebody may have come first.
  await refuseUsers(session)
  await refuseNodes(session)
  await session.query(`set local maintenance_work_mem = '64MB'`)
  const { suspend, resume } = await findSuspension(session)
  for (const statement of suspend) await session.query(statement)
  // The rows that the migrations put there.
  await session.query(`truncate ${own.join(', ')}`)
  // A shop that ran here without users left some, and pg-boss refuses a second one of the same minute.
  await session.query('delete from pgboss.job')
  for (const table of tables) await fillTable(session, table, backup)
  for (const { name, value, isCalled } of sequences)
    await session.query('select setval($1::regclass, $2::text::bigint, $3)', [name, value, isCalled])
  for (const statement of resume) await session.query(statement)
}

/** The manifest is not proof of anything: only names that the database has itself are put into statements. */
function refuseUnknown(tables: TableCopyInfo[], present: CopiedTable[]): void {
  const known = new Map(present.map(({ table, columns }) => [table, new Set(columns)]))
  for (const { table, columns } of tables) {
    const unknown = columns.filter(column => !known.get(table)?.has(column))
    if (!known.has(table) || unknown.length > 0)
      throw new StartupError(
        `De back-up heeft ${[table, ...unknown].join(', ')}, en deze versie niet: zet hem terug met de versie die hem maakte.`,
      )
  }
}

async function fillTable(
  session: CopySession,
  { table, columns, sha256 }: TableCopyInfo,
  { folder, manifest, key }: OpenedBackup,
): Promise<void> {
  const packing = { publicKey: manifest.publicKey, isCompressed: true }
  const path = join(folder, tableFile(table) + packedEnding(packing))
  await session.copyIn({ table, columns }, unpack(path, { key, isCompressed: true }, { sha256 }))
}
