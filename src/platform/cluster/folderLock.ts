import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../config.ts'

/**
 * Locks a folder for this process. PGlite has no lock, and a pid file can go stale; an exclusive SQLite transaction is a lock of
 * the operating system, which ends with the process.
 * @param busyMessage for when another process has the lock
 * @returns releases it
 * @throws StartupError when another process has the lock, or the folder can't be written.
 */
export function lockFolder(
  folder: string,
  busyMessage = `Er draait al een server op de map ${folder}. Stop die eerst, of kies een andere DATA_DIR.`,
): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = new DatabaseSync(join(folder, 'lock'))
    lock.exec('pragma busy_timeout = 0; begin exclusive')
    return () => lock.close()
  } catch (error) {
    const busy = error instanceof Error && error.message.includes('locked')
    throw new StartupError(
      busy ? busyMessage : `De map ${folder} is niet te gebruiken: ${(error as Error).message}`,
    )
  }
}
