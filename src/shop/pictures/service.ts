import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { storageKeyOfMedia, mediaPath } from '../../platform/http/media.ts'
import { openImage } from '../../platform/files/imageProcessing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UploadedPicture } from '../../platform/http/pictureUpload.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { PROCESSING_STEPS } from './renditions.service.ts'
import { pictures } from './table.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURES, type PictureProgress } from './contract.ts'

export const UPLOADS_FOLDER = 'sent'
/** Upload limits, for every endpoint that accepts pictures. */
export const pictureUploadOptions = {
  field: 'images',
  folder: UPLOADS_FOLDER,
  largest: MAX_PICTURE_BYTES,
  most: MAX_PICTURES,
}

export const processPictureJob = defineJob<{ pictureId: string }>('pictures.process')

type PictureRow = typeof pictures.$inferSelect

export const toPictureResponse = ({ id, status, done, address, problem }: PictureRow): PictureProgress => ({
  id,
  status,
  progress: done / PROCESSING_STEPS,
  url: address,
  problem,
})

let last: Promise<unknown> = Promise.resolve()

/** Runs one picture task at a time on this node: each needs much memory and all of the processor. */
export function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}

/**
 * Checks uploaded files before any is stored. One at a time, because each is read into memory.
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function inspectPictures({ storage }: Pick<Platform, 'storage'>, files: UploadedPicture[]) {
  for (const { key } of files)
    await runOneAtATime(async () => {
      const sent = await storage.read(key)
      if (sent) await openImage(sent)
    })
}

/**
 * Stores uploaded files and queues their processing.
 * @param owner `ownerId` gets them, in this order, once all are processed; without it they have no owner yet. `isWhole`: never cropped
 */
export async function addPictures(
  tx: Tx,
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  by: string,
  files: UploadedPicture[],
  { ownerId, isWhole = false }: { ownerId?: string; isWhole?: boolean } = {},
): Promise<PictureProgress[]> {
  const made: PictureProgress[] = []
  for (const [place, { key, bytes }] of files.entries()) {
    const owned = ownerId ? { ownerId, place } : { unownedAt: now() }
    const [row] = await tx
      .insert(pictures)
      .values({ source: key, isWhole, ...owned })
      .returning()
    if (!row) continue
    await recordAuditEntry(tx, { by, action: 'PICTURE_ADDED', subjectId: row.id, details: { bytes } })
    await jobs.send(tx, processPictureJob, { pictureId: row.id })
    made.push(toPictureResponse(row))
  }
  return made
}

interface PictureAssignment {
  ownerId: string
  /** The new URLs, in order. */
  urls: string[]
  /** The URLs until now. */
  previousUrls: string[]
  /** Whether removed pictures keep their owner, because old orders may show them. */
  keepsRemoved: boolean
  now: Date
}

/**
 * Assigns pictures to an owner and releases those that it no longer shows.
 * @throws Problem INVALID_INPUT for a picture that does not exist, is not ready or has another owner
 */
export async function assignPictures(
  tx: Tx,
  { ownerId, urls, previousUrls, keepsRemoved, now }: PictureAssignment,
): Promise<void> {
  const added = urls.filter(address => !previousUrls.includes(address))
  const isFree = or(isNull(pictures.ownerId), eq(pictures.ownerId, ownerId))
  const held = await tx
    .update(pictures)
    .set({ ownerId, unownedAt: null })
    .where(and(inArray(pictures.address, added), isFree))
    .returning({ id: pictures.id })
  if (held.length < added.length)
    throw new Problem('INVALID_INPUT', {
      fields: { images: 'Een van de foto’s is er niet meer. Kies haar opnieuw.' },
    })
  const removed = previousUrls.filter(address => !urls.includes(address))
  if (keepsRemoved || removed.length === 0) return
  await tx
    .update(pictures)
    .set({ ownerId: null, unownedAt: now })
    .where(and(inArray(pictures.address, removed), eq(pictures.ownerId, ownerId)))
}

export async function releasePictures(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx
    .update(pictures)
    .set({ ownerId: null, place: null, unownedAt: now })
    .where(eq(pictures.ownerId, ownerId))
}

/**
 * The URLs of the pictures that were uploaded for an owner, in order; null while one is being processed. The caller holds
 * the owner's lock, so that of several that finish at once the last one sees them all.
 */
export async function claimReadyPictures(tx: Tx, ownerId: string): Promise<string[] | null> {
  const own = and(eq(pictures.ownerId, ownerId), sql`${pictures.place} is not null`)
  const rows = await tx.select().from(pictures).where(own).orderBy(pictures.place)
  if (rows.some(({ status }) => status === 'WAITING')) return null
  await tx.update(pictures).set({ place: null }).where(own)
  return rows.flatMap(({ address }) => address ?? [])
}

/** How long a picture is kept without an owner, in milliseconds: a form may be open for a day. */
const UNOWNED_TTL_MS = 24 * 3600_000

/** Deletes pictures that had no owner for a day, and their files. */
export async function deleteUnownedPictures({ db, storage, now }: Pick<Platform, 'db' | 'storage' | 'now'>) {
  const limit = new Date(now().getTime() - UNOWNED_TTL_MS)
  const isOld = and(isNull(pictures.ownerId), lt(pictures.unownedAt, limit))
  const gone = await db.delete(pictures).where(isOld).returning()
  for (const { source, address } of gone) {
    await storage.remove(source)
    if (address) await storage.remove(storageKeyOfMedia(pictureFolder(address)))
  }
}

/** `/media/pictures/…/800.webp` → `/media/pictures/…`, and back. */
export const pictureFolder = (address: string): string => address.replace(/\/[^/]+$/, '')
export const defaultRenditionPath = (folder: string): string => `${folder}/800.webp`

/** Which of these paths a row refers to: uploaded files, or folders of renditions. */
export async function filterReferencedPaths(db: Db, paths: string[]): Promise<string[]> {
  const rows = await db
    .select(columnsOf(pictures, 'source', 'address'))
    .from(pictures)
    .where(
      or(
        inArray(pictures.source, paths.map(storageKeyOfMedia)),
        inArray(pictures.address, paths.map(defaultRenditionPath)),
      ),
    )
  return rows.flatMap(({ source, address }) => [
    mediaPath(source),
    ...(address ? [pictureFolder(address)] : []),
  ])
}
