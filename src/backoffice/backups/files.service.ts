import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '../../platform/config.ts'
import { makeFolder, moveIntoPlace } from '../../platform/files/durableFiles.ts'
import type { FileStores } from '../../platform/files/fileStores.ts'
import { ifMissing, type FileStore } from '../../platform/files/storage.ts'
import { pack, packedEnding, unpack } from './archive.service.ts'
import { isFilePath, type BackupManifest, type FileInfo } from './rules.ts'

/** The folders of `DATA_DIR` with files that belong to rows. */
const FOLDERS = ['media', 'files']
const atOnce = { concurrency: 4 }

/** Where the files of the shop are, by their paths: `media/…` and `files/…`. */
export interface FileSource {
  listFiles(): Promise<string[]>
  /** Keeps a file for `storeFile`, whatever the shop removes. @returns false when it is gone already */
  holdFile(path: string): Promise<boolean>
  /** Puts a file that is held into the backups. */
  storeFile(path: string): Promise<FileInfo>
}

/** The folder of the backups, and the key that they are encrypted to. */
interface Destination {
  backupDir: string
  publicKey: string | null
}

/** The files of a data folder, which are held by links in `stage`. */
export const folderSource = (dataDir: string, stage: string, destination: Destination): FileSource => ({
  async listFiles() {
    const paths: string[] = []
    for (const folder of FOLDERS) {
      const read = readdir(join(dataDir, folder), { recursive: true, withFileTypes: true })
      for (const entry of await read.catch(ifMissing([]))) {
        // A part is still being written, and has no row yet; other programs' files are not ours.
        if (!entry.isFile() || entry.name.endsWith('.part')) continue
        const path = join(entry.parentPath, entry.name).slice(dataDir.length + 1)
        if (isFilePath(path)) paths.push(path)
      }
    }
    return paths
  },
  async holdFile(path) {
    const place = join(stage, path)
    await mkdir(dirname(place), { recursive: true })
    try {
      // Another disk has no links.
      await link(join(dataDir, path), place).catch(() => copyFile(join(dataDir, path), place))
      return true
    } catch (error) {
      return ifMissing(false)(error as NodeJS.ErrnoException)
    }
  },
  storeFile: path => packFile(path, createReadStream(join(stage, path)), destination),
})

/**
 * The files of stores without links, as in S3: each that no backup has yet is put into the backups as soon as it is held, and is nowhere else
 * meanwhile.
 */
export function storesSource(stores: FileStores, destination: Destination): FileSource {
  const packed = new Map<string, FileInfo>()
  return {
    listFiles: async () => [...(await listSizes(stores)).keys()],
    async holdFile(path) {
      const { store, key } = storeOf(stores, path)
      try {
        packed.set(path, await packFile(path, store.open(key), destination))
        return true
      } catch (error) {
        if ((await store.size(key)) !== null) throw error
        return false
      }
    },
    async storeFile(path) {
      const info = packed.get(path)
      if (!info) throw new Error(`${path} is not held`)
      return info
    },
  }
}

/** The sizes of all files, by their paths. */
export async function listSizes({ storage, files }: FileStores): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { key, bytes } of storage.list()) sizes.set(`media/${key}`, bytes)
  for await (const { key, bytes } of files.list()) sizes.set(`files/${key}`, bytes)
  return sizes
}

function storeOf({ storage, files }: FileStores, path: string): { store: FileStore; key: string } {
  const [folder, ...rest] = path.split('/')
  return { store: folder === 'files' ? files : storage, key: rest.join('/') }
}

/** The name of a file in a backup. Its path can't be guessed, so it can't be found by trying either. */
export const storedName = (path: string): string => createHash('sha256').update(path).digest('hex')

/**
 * Makes sure that files stay until they are stored. One that is stored already needs no place.
 * @param held the paths that earlier calls held or found stored; those of this one are added
 */
export async function holdFiles(
  source: FileSource,
  stored: ReadonlyMap<string, FileInfo>,
  held: Set<string>,
): Promise<void> {
  const paths = (await source.listFiles()).filter(path => !held.has(path))
  await Readable.from(paths).forEach(async (path: string) => {
    if (stored.has(storedName(path)) || (await source.holdFile(path))) held.add(path)
  }, atOnce)
}

/** Where files are stored that are encrypted to a key: each once, for all backups, because a file never changes. */
const fileStore = (backupDir: string, publicKey: string | null): string =>
  join(
    backupDir,
    publicKey === null
      ? 'files-plain'
      : `files-${createHash('sha256').update(publicKey).digest('hex').slice(0, 8)}`,
  )

const packingOf = (publicKey: string | null) => ({ publicKey, isCompressed: false })

/** The path of a stored file, below a folder for its first byte: a folder of a hundred thousand files is slow. */
const storedPath = (backupDir: string, publicKey: string | null, name: string): string =>
  join(fileStore(backupDir, publicKey), name.slice(0, 2), name) + packedEnding(packingOf(publicKey))

/** The paths of all files in a store. */
async function listStore(store: string): Promise<string[]> {
  const entries = await readdir(store, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}

/** By name, the files of a backup that are still stored and not cut off; a damaged one is replaced by another copy. */
export async function findStored(
  backupDir: string,
  { files, publicKey }: Pick<BackupManifest, 'files' | 'publicKey'>,
): Promise<Map<string, FileInfo>> {
  const present = new Map<string, number>()
  await Readable.from(await listStore(fileStore(backupDir, publicKey))).forEach(async (path: string) => {
    present.set(path, (await stat(path)).size)
  }, atOnce)
  const isWhole = ({ name, storedBytes }: FileInfo) => {
    const size = present.get(storedPath(backupDir, publicKey, name))
    return size !== undefined && size === (storedBytes ?? size)
  }
  return new Map(files.filter(isWhole).map(file => [file.name, file]))
}

/** Stores the files that were held. @returns the stored files */
export async function storeFiles(source: FileSource, paths: string[]): Promise<FileInfo[]> {
  const infos: FileInfo[] = []
  await Readable.from(paths).forEach(async (path: string) => {
    infos.push(await source.storeFile(path))
  }, atOnce)
  return infos
}

async function packFile(
  path: string,
  content: Readable,
  { backupDir, publicKey }: Destination,
): Promise<FileInfo> {
  const name = storedName(path)
  const place = storedPath(backupDir, publicKey, name)
  const draft = `${place}.part`
  await makeFolder(dirname(place))
  await rm(draft, { force: true })
  const { bytes, sha256 } = await pack(draft, content, packingOf(publicKey))
  const storedBytes = (await stat(draft)).size
  await moveIntoPlace(draft, place)
  return { name, bytes, storedBytes, sha256 }
}

/**
 * Writes the files of a backup into the stores. A file that is there already never changed.
 * @returns the paths of those that the backup should have, and that are damaged or gone: they keep nothing else from being restored
 */
export async function restoreFiles(
  paths: string[],
  { files, publicKey }: BackupManifest,
  { backupDir, stores, key }: { backupDir: string; stores: FileStores; key: string | null },
): Promise<{ restored: number; lost: string[] }> {
  const infos = new Map(files.map(file => [file.name, file]))
  const lost: string[] = []
  let restored = 0
  await Readable.from(paths.filter(isFilePath)).forEach(async (path: string) => {
    const info = infos.get(storedName(path))
    const target = storeOf(stores, path)
    if (info && (await target.store.size(target.key)) === info.bytes) return
    try {
      if (!info) throw new StartupError(`${path} is niet in de back-up.`)
      const stored = storedPath(backupDir, publicKey, info.name)
      await target.store.put(target.key, unpack(stored, { key, isCompressed: false }, info))
      restored += 1
    } catch (error) {
      // Anything else, such as a full disk, is no fault of the backup.
      if (!(error instanceof StartupError)) throw error
      lost.push(path)
    }
  }, atOnce)
  return { restored, lost: lost.toSorted() }
}

/** The paths of the stored files that a backup needs. */
export const storedPathsOf = (backupDir: string, { files, publicKey }: BackupManifest): string[] =>
  files.map(({ name }) => storedPath(backupDir, publicKey, name))

/** Removes all stored files but these, and the remains of interrupted backups. */
export async function removeUnusedFiles(backupDir: string, used: ReadonlySet<string>): Promise<void> {
  const stores = (await readdir(backupDir)).filter(name => name.startsWith('files-'))
  for (const store of stores)
    for (const path of await listStore(join(backupDir, store)))
      if (!used.has(path)) await rm(path, { force: true })
}
