import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The errors of a system that syncs no folders, as Windows; its file system keeps names by itself. */
const unsyncable = new Set(['EISDIR', 'EPERM', 'EINVAL'])

/**
 * Renames a file or folder to its place, where it is whole or absent, also after a power cut: its content is on the disk before its name, and
 * its name before this returns. Of a folder that is its names; its files are to be on the disk already.
 */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await sync(from)
  await rename(from, to)
  await sync(dirname(to))
}

/** Makes a folder and those above it, unless they are there, so that a power cut takes none of them away with its files. */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  for (let folder = path; folder.length >= made.length; folder = dirname(folder)) await sync(dirname(folder))
}

async function sync(path: string): Promise<void> {
  try {
    await using file = await open(path)
    await file.sync()
  } catch (error) {
    if (!unsyncable.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
