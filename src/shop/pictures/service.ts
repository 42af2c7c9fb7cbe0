import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { storageKeyOfMedia, mediaPath } from '../../platform/media.ts'
import { openImage } from '../../platform/imageProcessing.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UploadedPicture } from '../../platform/pictureUpload.ts'
import { Problem } from '../../wire/problem.ts'
import { MAX_PICTURE_BYTES, MAX_PICTURES, type PictureProgress } from './contract.ts'
import { PROCESSING_STEPS } from './renditions.service.ts'
import { pictures } from './table.ts'
import { runOneAtATime } from './turn.service.ts'

export const UPLOADS_FOLDER = 'sent'
/** How pictures are received wherever a form may bring them. */
export const pictureUploadOptions = {
  field: 'images',
  folder: UPLOADS_FOLDER,
  largest: MAX_PICTURE_BYTES,
  most: MAX_PICTURES,
}

export const processPictureJob = defineJob<{ pictureId: string }>('pictures.draw')

type PictureRow = typeof pictures.$inferSelect

const toPictureResponse = ({ id, status, done, address, problem }: PictureRow): PictureProgress => ({
  id,
  status,
  progress: done / PROCESSING_STEPS,
  url: address,
  problem,
})

/**
 * Looks at what arrived before anything is kept of it. One at a time: each is in memory as a whole.
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
 * Keeps what arrived, and has it drawn.
 * @param ownerId who gets them, in this order, once all are drawn; left out, they are nobody's yet
 */
export async function addPictures(
  tx: Tx,
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  by: string,
  files: UploadedPicture[],
  ownerId?: string,
): Promise<PictureProgress[]> {
  const made: PictureProgress[] = []
  for (const [place, { key, bytes }] of files.entries()) {
    const owned = ownerId ? { ownerId, place } : { unownedAt: now() }
    const [row] = await tx
      .insert(pictures)
      .values({ source: key, ...owned })
      .returning()
    if (!row) continue
    await recordAuditEntry(tx, { by, action: 'PICTURE_ADDED', subjectId: row.id, details: { bytes } })
    await jobs.send(tx, processPictureJob, { pictureId: row.id })
    made.push(toPictureResponse(row))
  }
  return made
}

/** How far the drawing of these is, in the order in which they are asked for. */
export async function readPictureProgress(db: Db, ids: string[]): Promise<PictureProgress[]> {
  const rows = await db.select().from(pictures).where(inArray(pictures.id, ids))
  return ids.flatMap(id => rows.filter(row => row.id === id).map(toPictureResponse))
}

interface PictureAssignment {
  ownerId: string
  /** Addresses, as they are to be shown. */
  urls: string[]
  /** As they were shown until now. */
  previousUrls: string[]
  /** Whether those that are shown no more stay where they are: an old order may show them. */
  keepsRemoved: boolean
  now: Date
}

/**
 * Makes pictures someone's, and those that are shown no more nobody's.
 * @throws Problem INVALID_INPUT for one that is not there, not ready or another's
 */
export async function assignPictures(
  tx: Tx,
  { ownerId, urls: wanted, previousUrls: before, keepsRemoved: keepsOld, now }: PictureAssignment,
): Promise<void> {
  const added = wanted.filter(address => !before.includes(address))
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
  const removed = before.filter(address => !wanted.includes(address))
  if (keepsOld || removed.length === 0) return
  await tx
    .update(pictures)
    .set({ ownerId: null, unownedAt: now })
    .where(and(inArray(pictures.address, removed), eq(pictures.ownerId, ownerId)))
}

/** Leaves all of someone's pictures to nobody. */
export async function releasePictures(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await tx
    .update(pictures)
    .set({ ownerId: null, place: null, unownedAt: now })
    .where(eq(pictures.ownerId, ownerId))
}

/**
 * The addresses of what was brought along with its owner, in order: null as long as one of them is being drawn. The caller holds
 * the owner's lock, so that of several that end at once the last one sees them all.
 */
export async function claimReadyPictures(tx: Tx, ownerId: string): Promise<string[] | null> {
  const own = and(eq(pictures.ownerId, ownerId), sql`${pictures.place} is not null`)
  const rows = await tx.select().from(pictures).where(own).orderBy(pictures.place)
  if (rows.some(({ status }) => status === 'WAITING')) return null
  await tx.update(pictures).set({ place: null }).where(own)
  return rows.flatMap(({ address }) => address ?? [])
}

/** How long a picture may be nobody's, in milliseconds: a form may stand open for a day. */
const UNOWNED_TTL_MS = 24 * 3600_000

/** Forgets pictures that were nobody's for a day, and removes their files. */
export async function deleteUnownedPictures({
  db,
  storage,
  now,
}: Pick<Platform, 'db' | 'storage' | 'now'>): Promise<void> {
  const isOld = and(
    isNull(pictures.ownerId),
    lt(pictures.unownedAt, new Date(now().getTime() - UNOWNED_TTL_MS)),
  )
  const gone = await db.delete(pictures).where(isOld).returning()
  for (const { source, address } of gone) {
    await storage.remove(source)
    if (address) await storage.remove(storageKeyOfMedia(pictureFolder(address)))
  }
}

/** `/media/pictures/…/800.webp` → `/media/pictures/…`, and back. */
export const pictureFolder = (address: string): string => address.replace(/\/[^/]+$/, '')
export const defaultRenditionPath = (folder: string): string => `${folder}/800.webp`

/** Of these paths those that a row names: pictures as they were sent, or folders of cuts. */
export async function filterReferencedPaths(db: Db, paths: string[]): Promise<string[]> {
  const rows = await db
    .select({ source: pictures.source, address: pictures.address })
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
