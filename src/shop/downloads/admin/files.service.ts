import type { z } from 'zod'
import type { AdminDigitalFile, startUpload } from './contract.ts'
import { digitalFiles } from '../table.ts'
import type { Platform } from '../../../platform/platform.ts'
import { newPrivateFileKey } from '../../../platform/files/privateFiles.ts'
import { onlyRow } from '../../../platform/db/sql.ts'
import type { Readable } from 'node:stream'
import { Problem } from '../../../wire/problem.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { lockProduct, setDigitalKind } from './content.service.ts'

type AdminFileData = z.input<typeof AdminDigitalFile>

type FileRow = typeof digitalFiles.$inferSelect

/** Begins to upload a file. @throws Problem NOT_FOUND; CONFLICT when the product delivers codes */
export const beginUpload = (
  { db }: Pick<Platform, 'db'>,
  { productId, name, bytes }: z.output<typeof startUpload.input>,
): Promise<AdminFileData> =>
  db.transaction(async tx => {
    await lockProduct(tx, productId)
    await setDigitalKind(tx, productId, 'FILES')
    const file = { productId, name, bytes, storageKey: newPrivateFileKey() }
    return onlyRow(await tx.insert(digitalFiles).values(file).returning())
  })

interface FilePart {
  /** Where its first byte belongs. */
  offset: number
  bytes: Readable
  /** To be called after the last byte. @throws Problem TOO_LARGE */
  assertComplete: () => void
}

/**
 * Writes the next part of a file; the last one makes it downloadable. A part that is there already is read and changes
 * nothing, so that a part whose answer was lost can be sent again.
 * @throws Problem NOT_FOUND; CONFLICT with `received` for a part that does not follow; INVALID_INPUT for more bytes than were
 * announced
 */
export async function addPart(
  { db, files, now }: Pick<Platform, 'db' | 'files' | 'now'>,
  by: string,
  fileId: string,
  { offset, bytes: content, assertComplete }: FilePart,
): Promise<AdminFileData> {
  const file = await getFile(db, fileId)
  const { storageKey, bytes, received } = file
  const isStored = (await files.size(storageKey)) === bytes
  if (file.readyAt || offset < received || isStored) {
    content.resume()
    return isStored && !file.readyAt ? finishUpload(db, by, file, now()) : file
  }
  if (offset > received) {
    content.resume()
    throw new Problem('CONFLICT', { message: 'Dit deel van het bestand komt te vroeg.', received })
  }
  const end = offset + (await files.write(storageKey, offset, upTo(content, bytes - offset)))
  assertComplete()
  if (end === bytes) {
    await files.complete(storageKey, bytes)
    return finishUpload(db, by, file, now())
  }
  const [stored] = await db
    .update(digitalFiles)
    .set({ received: end })
    .where(and(eq(digitalFiles.id, fileId), eq(digitalFiles.received, offset)))
    .returning()
  return stored ?? getFile(db, fileId)
}

/** Passes bytes on, and fails at one too many. */
async function* upTo(source: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let passed = 0
  for await (const chunk of source) {
    passed += chunk.length
    if (passed > most)
      throw new Problem('INVALID_INPUT', { message: 'Dit bestand is groter dan aangekondigd.' })
    yield chunk
  }
}

const finishUpload = (db: Db, by: string, { id, productId, bytes }: FileRow, now: Date): Promise<FileRow> =>
  db.transaction(async tx => {
    const [ready] = await tx
      .update(digitalFiles)
      .set({ received: bytes, readyAt: now })
      .where(and(eq(digitalFiles.id, id), isNull(digitalFiles.readyAt)))
      .returning()
    if (!ready) return getFile(tx, id)
    const details = { fileId: id, bytes }
    await recordAuditEntry(tx, { by, action: 'DIGITAL_FILE_ADDED', subjectId: productId, details })
    return ready
  })

async function getFile(db: Db, fileId: string): Promise<FileRow> {
  const [file] = await db
    .select()
    .from(digitalFiles)
    .where(and(eq(digitalFiles.id, fileId), isNull(digitalFiles.removedAt)))
  if (!file) throw fileNotFound()
  return file
}

/**
 * Takes a file out of sale. Who bought it before keeps it: a job removes it once nobody can download it any more.
 * @throws Problem NOT_FOUND
 */
export async function withdrawFile({ db, now }: Platform, by: string, fileId: string): Promise<void> {
  const { productId } = await getFile(db, fileId)
  await db.transaction(async tx => {
    // The time is read under the lock that a sale holds too, so that each sale is before it or after it.
    await lockProduct(tx, productId)
    const removed = await tx
      .update(digitalFiles)
      .set({ removedAt: now() })
      .where(and(eq(digitalFiles.id, fileId), isNull(digitalFiles.removedAt)))
      .returning({ id: digitalFiles.id })
    if (removed.length === 0) throw fileNotFound()
    const details = { fileId }
    await recordAuditEntry(tx, { by, action: 'DIGITAL_FILE_REMOVED', subjectId: productId, details })
  })
}

const fileNotFound = () => new Problem('NOT_FOUND', { message: 'Dit bestand bestaat niet meer.' })
