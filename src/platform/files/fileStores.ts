import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError, type Config } from '../config.ts'
import type { Log } from '../telemetry/log.ts'
import { movingPrivateFiles, movingStorage, type IsMoved } from './movingFiles.ts'
import { privateFolder, type PrivateFiles } from './privateFiles.ts'
import type { S3PrivateFiles } from './s3Stores.ts'
import { folderStorage, type FileStorage } from './storage.ts'

export interface FileStores<Files = PrivateFiles> {
  storage: FileStorage
  files: Files
}

/** Whether files could be reached when that was last asked, which is some seconds ago. */
export type FilesProbe = () => boolean

/** Milliseconds from one question to the next. */
const PROBE_MS = 5000

export const openFolders = (dataDir: string): FileStores => ({
  storage: folderStorage(join(dataDir, 'media')),
  files: privateFolder(join(dataDir, 'files')),
})

/**
 * The stores of a bucket.
 * @returns also why the bucket can't be used now; null when it can
 * @throws StartupError when the server refuses the key or the bucket
 */
export async function openS3(settings: NonNullable<Config['s3']>) {
  // Not loaded by a shop that keeps its files in a folder.
  const { openBucket } = await import('./s3Bucket.ts')
  const { s3PrivateFiles, s3Storage } = await import('./s3Stores.ts')
  const bucket = openBucket(settings)
  const problem = await bucket.findProblem()
  if (problem?.isRefused) throw new StartupError(`S3 weigert ${settings.bucket}: ${problem.message}`)
  const stores: FileStores<S3PrivateFiles> = { storage: s3Storage(bucket), files: s3PrivateFiles(bucket) }
  return { ...stores, problem, findProblem: () => bucket.findProblem() }
}

/**
 * Opens the files of a node: in its folder, or in S3 together with the files that are still in the folder. A shop with files in its folder
 * goes on writing there until they are being moved (`markMoved`), so that nodes that do not know S3 yet see all of them.
 * @throws StartupError when S3 refuses the key or the bucket, or when the files are in S3 and it is not set
 */
export async function openFileStores(
  { dataDir, s3: settings }: Pick<Config, 'dataDir' | 's3'>,
  log: Log,
): Promise<FileStores & { areFilesReachable: FilesProbe }> {
  const folders = openFolders(dataDir)
  const isMoved = movedFlag(dataDir)
  if (!settings) {
    if (await isMoved())
      throw new StartupError(`De bestanden zijn verhuisd naar S3 (${markerIn(dataDir)}): stel S3_BUCKET in.`)
    return { ...folders, areFilesReachable: () => true }
  }
  const s3 = await openS3(settings)
  // A shop without pictures is better than none.
  if (s3.problem) log.error({ reason: s3.problem.message }, 'S3 does not answer')
  if (!(await isMoved()) && (await isEmpty(folders))) await markMoved(dataDir)
  if (!(await isMoved())) log.warn('files are still written to the folder: npm run media:move')
  return {
    storage: movingStorage(folders.storage, s3.storage, isMoved),
    files: movingPrivateFiles(folders.files, s3.files, isMoved),
    areFilesReachable: probeOf(s3.findProblem, s3.problem === null),
  }
}

const markerIn = (dataDir: string): string => join(dataDir, 'files-in-s3')

/** From now on all nodes with this folder write new files to S3. */
export async function markMoved(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(markerIn(dataDir), 'New files are written to S3, and the shop does not start without it.\n')
}

function movedFlag(dataDir: string): IsMoved {
  let isMoved = false
  return async () => {
    isMoved ||= await access(markerIn(dataDir)).then(
      () => true,
      () => false,
    )
    return isMoved
  }
}

async function isEmpty({ storage, files }: FileStores): Promise<boolean> {
  for await (const _ of storage.list()) return false
  return (await files.listWrittenBefore(new Date(8.64e15))).length === 0
}

/** Asks in the background, because whoever asks us waits for no other server. */
function probeOf(findProblem: () => Promise<unknown>, isReachable: boolean): FilesProbe {
  let last = isReachable
  let asked = performance.now()
  return () => {
    if (performance.now() - asked >= PROBE_MS) {
      asked = performance.now()
      void findProblem().then(problem => (last = problem === null))
    }
    return last
  }
}
