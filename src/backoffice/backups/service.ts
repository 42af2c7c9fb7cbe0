import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { StartupError } from '../../platform/config.ts'
import { moveIntoPlace } from '../../platform/files/durableFiles.ts'
import { secretFingerprint, sessionSecretPath } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/db.ts'
import { lockFolder } from '../../platform/cluster/folderLock.ts'
import { openEmbeddedCopy } from '../../platform/db/embeddedCopy.ts'
import type { FileStores } from '../../platform/files/fileStores.ts'
import { openCopySession, type CopiedTable, type CopySession } from '../../platform/db/tableCopy.ts'
import { encrypterTo, pack, packedEnding } from './archive.service.ts'
import { findStored, folderSource, holdFiles, storedName, storeFiles, storesSource } from './files.service.ts'
import {
  hiddenName,
  readManifestOrNull,
  removeOldBackups,
  removeUnfinished,
  writeManifest,
} from './folder.service.ts'
import { backupName, splitByDate, type BackupManifest, type FileInfo, type TableCopyInfo } from './rules.ts'
import { listBackups, listFutureBackups } from './state.service.ts'
import { listQueues, listSequences, listTables } from './tables.service.ts'

/** @throws StartupError when no folder is set */
export function backupDirOf({ backupDir }: Config): string {
  if (backupDir === undefined) throw new StartupError('Stel BACKUP_DIR in: de map voor je back-ups.')
  return backupDir
}

export interface Backup {
  folder: string
  manifest: BackupManifest
  /** Files that no earlier backup had. */
  newFiles: number
  /** The names of earlier backups that can't be read any more: while there are some, no stored file is removed. */
  unreadable: string[]
  /** The names of backups with a date in the future: they are neither counted nor removed. */
  future: string[]
}

/** The source of a backup. */
export interface BackupSource {
  config: Config
  stores: FileStores
  /** Copies the embedded database to a folder; not called for PostgreSQL. */
  copyDatabase: (to: string) => Promise<void>
}

/**
 * Copies the database as it was at one moment, and all files that it refers to, while the shop serves; then removes backups that are too old.
 * @throws StartupError when another backup is under way
 */
export async function backUp(shop: BackupSource, now: Date): Promise<Backup> {
  const { config } = shop
  const backupDir = backupDirOf(config)
  const { backupPublicKey: publicKey = null, dataDir } = config
  if (publicKey !== null) await encrypterTo(publicKey)
  const stage = join(dataDir, '.backup')
  const busy = 'Er loopt al een back-up.'
  const locks = [lockFolder(stage, busy), lockFolder(backupDir, busy)]
  const folder = join(backupDir, hiddenName(backupName(now)))
  try {
    // A backup that was killed left them.
    await emptyStage(stage)
    await removeUnfinished(backupDir)
    await mkdir(folder, { mode: 0o700 })
    const written = await write(shop, { folder, backupDir, publicKey, stage, now })
    const finished = join(backupDir, backupName(now))
    await moveIntoPlace(folder, finished)
    const { unreadable } = await removeOldBackups(backupDir, now)
    return { folder: finished, ...written, unreadable, future: await listFutureBackups(backupDir, now) }
  } finally {
    await emptyStage(stage)
    await rm(folder, { recursive: true, force: true })
    for (const release of locks) release()
  }
}

async function emptyStage(stage: string): Promise<void> {
  for (const name of await readdir(stage))
    if (!name.startsWith('lock')) await rm(join(stage, name), { recursive: true, force: true })
}

interface Destination {
  folder: string
  backupDir: string
  publicKey: string | null
  /** A folder beside the files of the shop, on the same disk. */
  stage: string
  now: Date
}

async function write(
  { config, stores, copyDatabase }: BackupSource,
  { folder, backupDir, publicKey, stage, now }: Destination,
): Promise<Pick<Backup, 'manifest' | 'newFiles'>> {
  const stored = await findStoredFiles(backupDir, publicKey, now)
  const held = new Set<string>()
  // A file is written before its row and removed after it, so that those of one moment are there just before it or just after it.
  const destination = { backupDir, publicKey }
  const files = config.s3
    ? storesSource(stores, destination)
    : folderSource(config.dataDir, stage, destination)
  const holdAll = () => holdFiles(files, stored, held)
  await holdAll()
  const source = await openSource(config, stage, copyDatabase)
  await holdAll()
  const session = await openCopySession(source)
  try {
    const migratedTo = await readMigration(session)
    const tables = await beginSnapshot(session)
    await holdAll()
    const content = {
      tables: await copyTables(session, tables, { folder, publicKey }),
      sequences: await listSequences(session),
      queues: await listQueues(session),
      migratedTo,
    }
    // A first backup stores files for hours: by then no update of the shop waits for its locks, and no vacuum for its snapshot.
    await session.query('commit')
    await copySecret(config, folder, publicKey)
    const paths = [...held]
    if (paths.length === 0 && stored.size > 0)
      throw new StartupError('De winkel heeft geen bestanden meer: is de schijf er wel?')
    await pack(join(folder, pathsFile(publicKey)), [Buffer.from(paths.join('\n'))], listPacking(publicKey))
    const missing = paths.filter(path => !stored.has(storedName(path)))
    const added = await storeFiles(files, missing)
    const manifest: BackupManifest = {
      format: 1,
      createdAt: now,
      secretFingerprint: secretFingerprint(config),
      publicKey,
      ...content,
      files: [...paths.flatMap(path => stored.get(storedName(path)) ?? []), ...added],
    }
    await writeManifest(folder, manifest)
    return { manifest, newFiles: added.length }
  } finally {
    await session.close()
    if (source.kind === 'pglite') await source.pglite.close()
  }
}

/**
 * Begins a transaction that sees one moment. Before it, tables are locked against changes of their schema, after which a copy would find them
 * empty.
 */
async function beginSnapshot(session: CopySession): Promise<CopiedTable[]> {
  const tables = await listTables(session)
  await session.query('begin isolation level repeatable read, read only')
  await session.query(`lock table ${tables.map(({ table }) => table).join(', ')} in access share mode`)
  // The moment: the first statement that reads.
  const locked = await listTables(session)
  if (JSON.stringify(locked) !== JSON.stringify(tables))
    throw new StartupError('De winkel wordt net bijgewerkt: probeer het opnieuw.')
  return locked
}

/** By name, the stored files of the newest readable backup with the same key. */
async function findStoredFiles(
  backupDir: string,
  publicKey: string | null,
  now: Date,
): Promise<Map<string, FileInfo>> {
  const { dated, future } = splitByDate(await listBackups(backupDir), now)
  for (const name of [...future, ...dated].toReversed()) {
    const manifest = await readManifestOrNull(join(backupDir, name))
    if (manifest?.publicKey === publicKey) return findStored(backupDir, manifest)
  }
  return new Map()
}

const listPacking = (publicKey: string | null) => ({ publicKey, isCompressed: true })

/** The name of the file with the paths of all files, which are told to nobody who can't read the rest. */
export const pathsFile = (publicKey: string | null): string => `paths${packedEnding(listPacking(publicKey))}`

async function openSource(
  { databaseUrl, databaseDirectUrl = databaseUrl }: Config,
  stage: string,
  copyDatabase: (to: string) => Promise<void>,
): Promise<Database['source']> {
  if (databaseDirectUrl !== undefined) return { kind: 'postgres', url: databaseDirectUrl }
  const copy = join(stage, 'database')
  await copyDatabase(copy)
  return { kind: 'pglite', pglite: await openEmbeddedCopy(copy) }
}

async function copyTables(
  session: CopySession,
  tables: Awaited<ReturnType<typeof listTables>>,
  { folder, publicKey }: { folder: string; publicKey: string | null },
): Promise<TableCopyInfo[]> {
  const packing = { publicKey, isCompressed: true }
  const copied: TableCopyInfo[] = []
  for (const { table, columns } of tables) {
    const path = join(folder, tableFile(table) + packedEnding(packing))
    const { lines, sha256 } = await pack(path, session.copyOut({ table, columns }), packing)
    copied.push({ table, columns, rows: lines, sha256 })
  }
  return copied
}

/** The name of a table's file, without its ending. */
export const tableFile = (table: string): string => `${table.replace(/^public\./, '')}.copy`

const secretPacking = (publicKey: string | null) => ({ publicKey, isCompressed: false })

/** The name of the secret's file, in a backup that contains it. */
export const secretFile = (publicKey: string | null): string =>
  `session-secret${packedEnding(secretPacking(publicKey))}`

/** The secret that the shop made itself; one of the environment is kept by whoever keeps that. */
async function copySecret(config: Config, folder: string, publicKey: string | null): Promise<void> {
  if (config.sessionSecret !== undefined) return
  const secret = createReadStream(sessionSecretPath(config.dataDir))
  await pack(join(folder, secretFile(publicKey)), secret, secretPacking(publicKey))
}

/** When the newest migration of the database was made. @throws StartupError when the database is not a shop's */
export async function readMigration(session: CopySession): Promise<number> {
  const [found] = await session.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!found?.exists) throw new StartupError('De database is leeg: er is niets om een back-up van te maken.')
  const [newest] = await session.query<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  return Number(newest?.at)
}
