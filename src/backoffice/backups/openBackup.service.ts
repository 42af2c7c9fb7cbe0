import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartupError, type Config } from '../../platform/config.ts'
import { unpack } from './archive.service.ts'
import { readManifest } from './folder.service.ts'
import type { BackupManifest } from './rules.ts'
import { backupDirOf, pathsFile } from './service.ts'
import { listDatedBackups, listFutureBackups } from './state.service.ts'

export interface OpenedBackup {
  name: string
  folder: string
  backupDir: string
  manifest: BackupManifest
  /** Null for a backup that is not encrypted. */
  key: string | null
}

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

/**
 * @param given the backup's folder in `BACKUP_DIR`; undefined for the newest whose date does not lie in the future
 * @throws StartupError when there is none, or its key is missing
 */
export async function openBackup(config: Config, now: Date, given?: string): Promise<OpenedBackup> {
  const backupDir = backupDirOf(config)
  const name = given ?? (await findNewest(config, now))
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

/** The paths of all its files. */
export const readPaths = async ({ folder, manifest, key }: OpenedBackup): Promise<string[]> =>
  (await text(unpack(join(folder, pathsFile(manifest.publicKey)), { key, isCompressed: true })))
    .split('\n')
    .filter(path => path !== '')
