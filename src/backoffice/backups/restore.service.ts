import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError, type Config } from '../../platform/config.ts'
import { secretFingerprint, sessionSecretPath } from '../../platform/keys.ts'
import { lockFolder, openDatabase, type Database } from '../../platform/db.ts'
import { openEmbeddedCopy } from '../../platform/embeddedCopy.ts'
import { openFileStores } from '../../platform/fileStores.ts'
import { createQueues } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { ifMissing, putFile } from '../../platform/storage.ts'
import { openCopySession, type CopiedTable, type CopySession } from '../../platform/tableCopy.ts'
import { packedEnding, unpack } from './archive.service.ts'
import { restoreFiles } from './files.service.ts'
import { readManifest } from './folder.service.ts'
import type { BackupManifest, TableCopyInfo } from './rules.ts'
import { findMissingFiles } from './namedFiles.service.ts'
import { backupDirOf, pathsFile, readMigration, secretFile, tableFile } from './service.ts'
import { listDatedBackups, listFutureBackups } from './state.service.ts'
import { findSuspension, listTables } from './tables.service.ts'

interface OpenedBackup {
  name: string
  folder: string
  backupDir: string
  manifest: BackupManifest
  /** Null for a backup that is not encrypted. */
  key: string | null
}

export interface RestoredShop {
  /** The caller closes it. */
  database: Database
  backup: OpenedBackup
  /** The paths of files that are damaged or gone in the backup, or were gone before it; everything else is there. */
  lostFiles: string[]
}

/**
 * Fills an empty database and data folder from a backup, then brings its schema up to date. Files come first, and the database is filled in
 * one transaction: after a failure it is still empty, and the same command can be repeated.
 * @param shop `log` of the stores of files
 * @param name the backup's folder in `BACKUP_DIR`; undefined for the newest whose date does not lie in the future
 * @throws StartupError when there is no such backup, the database is in use, or a key is missing
 */
export async function restore(
  config: Config,
  { log, now }: Pick<Platform, 'log' | 'now'>,
  name?: string,
): Promise<RestoredShop> {
  const backup = await openBackup(config, name ?? (await findNewest(config, now())))
  await refuseUsed(config)
  await restoreSecret(config, backup)
  const stores = await openFileStores(config, log)
  const lostFiles = await restoreFiles(await readPaths(backup), backup.manifest, { ...backup, stores })
  const database = await openTarget(config, backup.manifest.migratedTo)
  try {
    await fill(database, backup)
  } finally {
    await database.close()
  }
  const restored = await openTarget(config)
  try {
    const named = { files: backup.manifest.files, lost: lostFiles }
    const missing = await findMissingFiles(restored.db, stores, named)
    return { database: restored, backup, lostFiles: [...lostFiles, ...missing].toSorted() }
  } catch (error) {
    await restored.close()
    throw error
  }
}

/** @param until the newest migration that its schema gets; undefined for all */
const openTarget = (config: Config, until?: number): Promise<Database> => openDatabase(config, { until })

async function findNewest(config: Config, now: Date): Promise<string> {
  const backupDir = backupDirOf(config)
  const newest = (await listDatedBackups(backupDir, now)).at(-1)
  if (newest !== undefined) return newest
  const future = await listFutureBackups(backupDir, now)
  if (future.length === 0) throw new StartupError(`In ${backupDir} staat geen back-up.`)
  throw new StartupError(
    `In ${backupDir} staan alleen back-ups met een datum in de toekomst: noem er een (${future.join(', ')}).`,
  )
}

async function openBackup(config: Config, name: string): Promise<OpenedBackup> {
  const backupDir = backupDirOf(config)
  const folder = join(backupDir, name)
  const manifest = await readManifest(folder)
  const key = manifest.publicKey === null ? null : await readKey(config)
  return { name, folder, backupDir, manifest, key }
}

/** The private key, from a file as `age-keygen` writes it. */
async function readKey({ backupKeyFile }: Config): Promise<string> {
  if (backupKeyFile === undefined)
    throw new StartupError('De back-up is versleuteld: noem het bestand met de sleutel in BACKUP_KEY_FILE.')
  const text = await readFile(backupKeyFile, 'utf8').catch(() => '')
  const key = text.split('\n').find(line => line.startsWith('AGE-SECRET-KEY-'))
  if (!key) throw new StartupError(`In ${backupKeyFile} staat geen sleutel.`)
  return key.trim()
}

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

const readPaths = async ({ folder, manifest, key }: OpenedBackup): Promise<string[]> =>
  (await text(unpack(join(folder, pathsFile(manifest.publicKey)), { key, isCompressed: true })))
    .split('\n')
    .filter(path => path !== '')

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
    await refuseUsers(session)
  } finally {
    await session.close()
  }
}

async function refuseUsers(session: CopySession): Promise<void> {
  const [table] = await session.query<{ exists: boolean }>(
    `select to_regclass('public.users') is not null as exists`,
  )
  if (!table?.exists) return
  const [used] = await session.query('select from users limit 1')
  if (used) throw new StartupError('De database is in gebruik: zet een back-up terug in een nieuwe.')
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
    await session.query('analyze')
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
  await session.query(`set local maintenance_work_mem = '64MB'`)
  const { suspend, resume } = await findSuspension(session)
  for (const statement of suspend) await session.query(statement)
  // What the migrations put there.
  await session.query(`truncate ${own.join(', ')}`)
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
