import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * When the newest file in the folder of the backups was last written: the shop itself makes none, it watches that somebody does.
 * Hidden files are left out, such as one that is still being written.
 * @returns null for a folder without files, or that does not exist
 */
export async function newestBackupAt(folder: string): Promise<Date | null> {
  let newest: Date | null = null
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    // One that is removed meanwhile is no backup any more.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null)
    if (found && (newest === null || found.mtime > newest)) newest = found.mtime
  }
  return newest
}
