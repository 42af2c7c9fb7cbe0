import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../platform/db/db.ts'
import { openEmbeddedCopy } from '../../platform/db/embeddedCopy.ts'
import { wrapPglite } from '../../platform/db/embeddedDatabase.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { lockFolder } from '../../platform/cluster/folderLock.ts'
import { restoreFiles } from './files.service.ts'
import { findMissingFiles, folderOf, listMissingFiles } from './namedFiles.service.ts'
import { openBackup, readPaths } from './openBackup.service.ts'
import type { BackupSource } from './service.ts'

export interface RestoredFiles {
  backup: string
  restored: number
  /** The files that rows name and that are still not there: no such file in this backup, or a damaged one. */
  missing: string[]
}

/**
 * Brings back the files that rows name and that are not there, or of another size, while the shop serves: after its database was put back
 * to a moment before they were removed. No row changes, and no file that is whole.
 * @param name the backup's folder in `BACKUP_DIR`; undefined for the newest whose date does not lie in the future
 * @throws StartupError when there is no such backup, or its key is missing
 */
export async function restoreMissingFiles(
  shop: BackupSource,
  now: Date,
  name?: string,
): Promise<RestoredFiles> {
  const { config, stores } = shop
  const backup = await openBackup(config, now, name)
  const known = { files: backup.manifest.files, lost: [] }
  const { db, close } = await openRows(shop)
  try {
    const missing = await listMissingFiles(db, stores, known)
    const wanted = new Set(missing.map(({ path }) => path))
    const folders = new Set(missing.filter(each => each.hasRenditions).map(({ path }) => folderOf(path)))
    const paths = (await readPaths(backup)).filter(path => wanted.has(path) || folders.has(folderOf(path)))
    const { restored } = await restoreFiles(paths, backup.manifest, { ...backup, stores })
    return { backup: backup.name, restored, missing: await findMissingFiles(db, stores, known) }
  } finally {
    await close()
  }
}

/** The rows to read: of PostgreSQL as they are, of the embedded database a copy. Neither is migrated. */
async function openRows({ config, copyDatabase }: BackupSource): Promise<Pick<Database, 'db' | 'close'>> {
  if (config.databaseUrl !== undefined) return openDatabase(config, { until: 0 })
  const stage = join(config.dataDir, '.restore-files')
  const release = lockFolder(stage, 'Er worden al bestanden teruggezet.')
  const copy = join(stage, 'database')
  const remove = async () => {
    await rm(copy, { recursive: true, force: true })
    release()
  }
  try {
    // One that was killed left it.
    await rm(copy, { recursive: true, force: true })
    await copyDatabase(copy)
    const database = wrapPglite(await openEmbeddedCopy(copy))
    const close = async () => {
      await database.close()
      await remove()
    }
    return { db: database.db, close }
  } catch (error) {
    await remove()
    throw error
  }
}
