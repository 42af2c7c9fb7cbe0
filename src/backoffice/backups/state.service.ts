import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import {
  backupTime,
  isBackupName,
  isInFuture,
  Rehearsal,
  splitByDate,
  type UnreadableRehearsal,
} from './rules.ts'

/** Where the newest trial is remembered. */
export const REHEARSAL = 'rehearsal.json'

/** The complete backups in a folder by name, the oldest first. */
export const listBackups = async (backupDir: string): Promise<string[]> =>
  (await readdir(backupDir).catch(() => [])).filter(isBackupName).sort()

/** The same without those whose date lies in the future, which are never the newest. */
export const listDatedBackups = async (backupDir: string, now: Date): Promise<string[]> =>
  splitByDate(await listBackups(backupDir), now).dated

/** The backups whose date lies in the future, because a clock was wrong. */
export const listFutureBackups = async (backupDir: string, now: Date): Promise<string[]> =>
  splitByDate(await listBackups(backupDir), now).future

/** The newest trial of a backup; null when there was none. */
export async function readRehearsal(backupDir: string): Promise<Rehearsal | UnreadableRehearsal | null> {
  try {
    return Rehearsal.parse(JSON.parse(await readFile(join(backupDir, REHEARSAL), 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : { unreadable: code ?? 'beschadigd' }
  }
}

/** Our own files, which are no backup. */
const isOurs = /^(\.|lock|rehearsal\.json|files-)/

/**
 * The time of the newest backup of the shop itself, or else of the newest file that another program put there. Hidden files are
 * left out, such as one that is still being written, and files with a date in the future.
 * @returns null for a folder without backups, or that does not exist
 */
export async function newestBackupAt(backupDir: string, now: Date): Promise<Date | null> {
  const newestOwn = (await listDatedBackups(backupDir, now)).at(-1)
  if (newestOwn !== undefined) return backupTime(newestOwn)
  let newest: Date | null = null
  const entries = await readdir(backupDir, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || entry.name.startsWith('.') || isOurs.test(relative(backupDir, path))) continue
    // One that is removed meanwhile is no backup any more.
    const found = await stat(path).catch(() => null)
    if (!found || isInFuture(found.mtime, now)) continue
    if (newest === null || found.mtime > newest) newest = found.mtime
  }
  return newest
}
