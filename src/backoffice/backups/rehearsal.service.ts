import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { writeRehearsal } from './folder.service.ts'
import { restore } from './restore.service.ts'
import type { Rehearsal } from './rules.ts'

export interface RehearsalReport {
  rehearsal: Rehearsal
  /** The paths of files that are damaged or gone. */
  lostFiles: string[]
}

/**
 * Restores the newest backup for trial, compares its money, stock and minutes, and its rows with its files, and throws it away. The folder of the backups remembers it for the
 * checklist.
 * @param databaseUrl an empty PostgreSQL database, for a backup that is too large for an embedded one; its owner drops it
 */
export async function rehearse(
  config: Config,
  databaseUrl: string | undefined,
  { log, now }: Pick<Platform, 'log' | 'now'>,
): Promise<RehearsalReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gloed-rehearsal-'))
  const startedAt = now()
  // The rehearsal must not touch the folders and databases of the shop itself.
  const elsewhere = {
    ...config,
    dataDir,
    databaseUrl,
    databaseDirectUrl: undefined,
    databaseReplicaUrl: undefined,
    s3: undefined,
  }
  try {
    const { database, backup, lostFiles } = await restore(elsewhere, { log, now })
    // At the time of the backup: work that has become due since then is no discrepancy.
    const discrepancies = await findDiscrepancies(database.db, backup.manifest.createdAt)
    await database.close()
    const rehearsal: Rehearsal = {
      at: startedAt,
      backup: backup.name,
      seconds: Math.round((now().getTime() - startedAt.getTime()) / 1000),
      discrepancies: discrepancies.length,
      lostFiles: lostFiles.length,
    }
    await writeRehearsal(backup.backupDir, rehearsal)
    return { rehearsal, lostFiles }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
