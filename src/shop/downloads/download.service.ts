import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import {
  deliveryNotFound,
  type DeliveryRow,
  type DownloadOwner,
  type FileRow,
  isFileOf,
} from './delivery.service.ts'
import {
  attachmentHeader,
  contentTypeOf,
  deliveryState,
  mayResume,
  requestedRange,
  startsDownload,
} from './rules.ts'
import { digitalDeliveries, digitalFiles } from './table.ts'

export interface DownloadRequest {
  itemId: string
  fileId: string
  range: string | undefined
  ifRange: string | undefined
  /** HEAD: nothing is sent, and nothing counted. */
  isHead: boolean
}

export interface DownloadResponse {
  status: 200 | 206 | 416
  headers: Record<string, string>
  /** Null for a HEAD request and a 416. */
  content: Readable | null
}

/**
 * Opens a file of a delivered line. A transfer that has the first byte is counted; one that continues is not, as long as one
 * was started within a day.
 * @throws Problem NOT_FOUND; DOWNLOAD_ENDED with `state`; UNAVAILABLE when the file is not in the storage
 */
export async function openDownload(
  { db, files, log, now }: Pick<Platform, 'db' | 'files' | 'log' | 'now'>,
  owner: DownloadOwner,
  { itemId, fileId, range: wanted, ifRange, isHead }: DownloadRequest,
): Promise<DownloadResponse> {
  const { delivery, file } = await findFileOfLine(db, owner, itemId, fileId)
  const { bytes, name, storageKey } = file
  if ((await files.size(storageKey)) !== bytes) {
    log.error({ fileId }, 'a file that was sold is not in the storage')
    throw new Problem('UNAVAILABLE')
  }
  const etag = `"${file.id}"`
  const common = {
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  const range = requestedRange({ range: wanted, ifRange }, { bytes, etag })
  if (range === 'UNSATISFIABLE')
    return { status: 416, headers: { ...common, 'content-range': `bytes */${bytes}` }, content: null }
  if (!isHead) await claimDownload(db, delivery, startsDownload(range), now())
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  const headers = {
    ...common,
    'content-type': contentTypeOf(name),
    'content-disposition': attachmentHeader(name),
    'content-length': String(end - start + 1),
    ...(range && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
  }
  return {
    status: range ? 206 : 200,
    headers,
    content: isHead ? null : await files.read(storageKey, { start, end }),
  }
}

async function findFileOfLine(
  db: Db,
  { orderId, userId }: DownloadOwner,
  itemId: string,
  fileId: string,
): Promise<{ delivery: DeliveryRow; file: FileRow }> {
  const [found] = await db
    .select({ delivery: digitalDeliveries, file: digitalFiles })
    .from(digitalDeliveries)
    .innerJoin(digitalFiles, eq(digitalFiles.productId, digitalDeliveries.productId))
    .where(
      and(
        eq(digitalDeliveries.orderItemId, itemId),
        eq(digitalDeliveries.orderId, orderId),
        userId === undefined ? undefined : eq(digitalDeliveries.userId, userId),
        eq(digitalFiles.id, fileId),
        isNotNull(digitalFiles.readyAt),
      ),
    )
  if (!found || !isFileOf(found.file, found.delivery)) throw deliveryNotFound()
  return found
}

/** Counts a download that starts, in one conditional statement: of two for the last one left, one succeeds. */
async function claimDownload(db: Db, delivery: DeliveryRow, isStart: boolean, now: Date): Promise<void> {
  const own = eq(digitalDeliveries.orderItemId, delivery.orderItemId)
  if (!isStart) {
    if (mayResume(delivery, now)) return
    throw downloadEnded(delivery, now)
  }
  const counted = await db
    .update(digitalDeliveries)
    .set({ downloads: sql`${digitalDeliveries.downloads} + 1`, lastDownloadAt: now })
    .where(
      and(
        own,
        isNull(digitalDeliveries.revokedAt),
        gt(digitalDeliveries.expiresAt, now),
        lt(digitalDeliveries.downloads, digitalDeliveries.maxDownloads),
      ),
    )
    .returning({ id: digitalDeliveries.orderItemId })
  if (counted.length > 0) return
  const [present] = await db.select().from(digitalDeliveries).where(own)
  throw downloadEnded(present ?? delivery, now)
}

const endMessages = {
  AVAILABLE: 'Begin deze download opnieuw: verdergaan kan niet meer.',
  USED_UP: 'Je hebt dit zo vaak gedownload als kan. Schrijf ons als je het opnieuw nodig hebt.',
  EXPIRED: 'De tijd om dit te downloaden is voorbij. Schrijf ons als je het opnieuw nodig hebt.',
  REVOKED: 'Deze download is teruggenomen, omdat je het geld terugkreeg.',
} as const

function downloadEnded(delivery: DeliveryRow, now: Date): Problem {
  const state = deliveryState(delivery, now)
  return new Problem('DOWNLOAD_ENDED', { message: endMessages[state], state })
}
