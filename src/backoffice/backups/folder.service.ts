import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../platform/config.ts'
import { moveIntoPlace } from '../../platform/files/durableFiles.ts'
import { ifMissing, putFile } from '../../platform/files/storage.ts'
import { removeUnusedFiles, storedPathsOf } from './files.service.ts'
import { BackupManifest, backupsToKeep, isBackupName, type Rehearsal } from './rules.ts'
import { listBackups, listDatedBackups, REHEARSAL } from './state.service.ts'

const MANIFEST = 'manifest.json'

/** @throws StartupError when there is no such backup, or a program of another version made it */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(ifMissing(null))
  if (text === null) throw new StartupError(`In ${folder} staat geen back-up.`)
  try {
    return BackupManifest.parse(JSON.parse(text))
  } catch {
    throw new StartupError(`${join(folder, MANIFEST)} is beschadigd, of van een nieuwere versie.`)
  }
}

/** The same; null when it can't be read. */
export const readManifestOrNull = (folder: string): Promise<BackupManifest | null> =>
  readManifest(folder).catch(error => {
    if (error instanceof StartupError) return null
    throw error
  })

/** Whether the newest backup of ours is encrypted; null when there is none, or it can't be read. */
export async function isNewestBackupEncrypted(backupDir: string, now: Date): Promise<boolean | null> {
  const newest = (await listDatedBackups(backupDir, now)).at(-1)
  const manifest = newest === undefined ? null : await readManifestOrNull(join(backupDir, newest))
  return manifest && manifest.publicKey !== null
}

/** The last thing that is written of a backup. */
export const writeManifest = (folder: string, manifest: BackupManifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), JSON.stringify(BackupManifest.parse(manifest)), {
    mode: 0o600,
    flush: true,
  })

/** A backup that is being made, or removed: it is hidden, so that it never counts as one. */
export const hiddenName = (name: string): string => `.${name}`

/** Removes the remains of interrupted backups. */
export async function removeUnfinished(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir))
    if (name.startsWith('.') && isBackupName(name.slice(1)))
      await rm(join(backupDir, name), { recursive: true, force: true })
}

/**
 * Removes the backups that are not kept, and then the files that none needs.
 * @returns the backups that can't be read; nobody knows which files they need, so that all stay while there are some
 */
export async function removeOldBackups(backupDir: string, now: Date): Promise<{ unreadable: string[] }> {
  const names = await listBackups(backupDir)
  const kept = backupsToKeep(names, now)
  for (const name of names.filter(each => !kept.has(each))) {
    const hidden = join(backupDir, hiddenName(name))
    await moveIntoPlace(join(backupDir, name), hidden)
    await rm(hidden, { recursive: true, force: true })
  }
  // One by one: each may name a hundred thousand files.
  const used = new Set<string>()
  const unreadable: string[] = []
  for (const name of kept) {
    const manifest = await readManifestOrNull(join(backupDir, name))
    if (manifest) for (const path of storedPathsOf(backupDir, manifest)) used.add(path)
    else unreadable.push(name)
  }
  if (unreadable.length === 0) await removeUnusedFiles(backupDir, used)
  return { unreadable }
}

/** Whoever copies it to the shop may be another user there: it has no secret, so that its nodes can read it all the same. */
export async function writeRehearsal(backupDir: string, rehearsal: Rehearsal): Promise<void> {
  const path = join(backupDir, REHEARSAL)
  await putFile(path, Buffer.from(JSON.stringify(rehearsal)))
  await chmod(path, 0o644)
}
