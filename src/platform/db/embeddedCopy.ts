import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sendServerCommand } from '../cluster/commandSocket.ts'
import { StartupError } from '../config.ts'
import { pgliteOptions } from './embeddedDatabase.ts'
import { lockFolder } from '../cluster/folderLock.ts'

const copyFolder = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

/**
 * Copies an embedded database that is in use. Statements wait meanwhile, as long as copying its files takes: about a second for a gigabyte.
 * The copy is as a killed server leaves its files, from which PostgreSQL recovers.
 */
export async function copyOpenEmbedded(pglite: PGlite, dataDir: string, to: string): Promise<void> {
  // Data that is written already needs no recovery.
  await pglite.query('checkpoint')
  // A transaction of PGlite keeps all other statements out.
  await pglite.transaction(() => copyFolder(join(dataDir, 'database'), to))
}

/** Copies an embedded database that no server has open. @throws StartupError when one has */
async function copyClosedEmbedded(dataDir: string, to: string): Promise<void> {
  const release = lockFolder(dataDir)
  try {
    await copyFolder(join(dataDir, 'database'), to)
  } finally {
    release()
  }
}

/** Copies the embedded database, through the running shop if there is one. @throws StartupError when that can't */
export async function copyEmbedded(dataDir: string, to: string): Promise<void> {
  const reply = await sendServerCommand(dataDir, ['copy-database', to])
  if (reply === null) await copyClosedEmbedded(dataDir, to)
  else if (!reply.isDone) throw new StartupError(reply.message)
}

/** Opens a copy as it is, without migrating it. */
export const openEmbeddedCopy = (folder: string): Promise<PGlite> => PGlite.create(folder, pgliteOptions)
