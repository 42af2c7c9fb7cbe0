import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { diffForAudit } from '../../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../../people/audit/service.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { newStorageKey } from '../../../../platform/files/storage.ts'
import type { ManualLanguage } from '../../safety/contract.ts'
import { MANUALS_FOLDER } from '../../safety/manual.service.ts'
import { labelPictures, productManuals, productSafety } from '../../safety/table.ts'
import { assignPictures, releasePictures } from '../../../pictures/service.ts'
import { Problem } from '../../../../wire/problem.ts'
import type { AdminProductSafety, removeManual, setLabelPictures } from './contract.ts'
import { findProductSafety } from './service.ts'

/** Locks the safety information. @throws Problem NOT_FOUND for no product; CONFLICT when it has none */
async function lockSafety(tx: Tx, productId: string): Promise<{ labelOwnerId: string | null }> {
  const [row] = await tx
    .select({ labelOwnerId: productSafety.labelOwnerId })
    .from(productSafety)
    .where(eq(productSafety.productId, productId))
    .for('update')
  if (row) return row
  await findProductSafety(tx, productId)
  throw new Problem('CONFLICT', { message: 'Vul eerst de productveiligheid in, en bewaar haar.' })
}

const readSaved = async (tx: Tx, productId: string) =>
  (await findProductSafety(tx, productId)) as AdminProductSafety

/** @throws Problem NOT_FOUND, CONFLICT; INVALID_INPUT for a picture that is gone, not ready or of something else */
export const replaceLabelPictures = (
  db: Db,
  by: string,
  { productId, pictures }: z.output<typeof setLabelPictures.input>,
  now: Date,
): Promise<AdminProductSafety> =>
  db.transaction(async tx => {
    const { labelOwnerId } = await lockSafety(tx, productId)
    const own = eq(labelPictures.productId, productId)
    const before = await tx.select().from(labelPictures).where(own).orderBy(asc(labelPictures.position))
    const ownerId = labelOwnerId ?? randomUUID()
    if (labelOwnerId === null)
      await tx
        .update(productSafety)
        .set({ labelOwnerId: ownerId })
        .where(eq(productSafety.productId, productId))
    const previousUrls = before.map(({ url }) => url)
    const urls = pictures.map(({ url }) => url)
    await assignPictures(tx, { ownerId, urls, previousUrls, keepsRemoved: false, now })
    await tx.delete(labelPictures).where(own)
    const rows = pictures.map((picture, position) => ({ productId, position, ...picture }))
    if (rows.length > 0) await tx.insert(labelPictures).values(rows)
    const inWords = (list: readonly { url: string; alt: string }[]) => ({
      labelPictures: list.map(({ url, alt }) => `${alt} (${url})`).join('; '),
    })
    await recordChange(tx, by, productId, diffForAudit(inWords(before), inWords(pictures)))
    return readSaved(tx, productId)
  })

async function recordChange(tx: Tx, by: string, subjectId: string, details: ReturnType<typeof diffForAudit>) {
  if (Object.keys(details).length === 0) return
  await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId, details })
}

/** When the product is deleted: the pictures are swept a day later. */
export async function releaseLabelPictures(tx: Tx, productId: string, now: Date): Promise<void> {
  const [row] = await tx
    .select({ labelOwnerId: productSafety.labelOwnerId })
    .from(productSafety)
    .where(eq(productSafety.productId, productId))
  if (row?.labelOwnerId) await releasePictures(tx, row.labelOwnerId, now)
}

/** Where readers look for the marks of a PDF, in bytes from its ends (ISO 32000-1, annex H.3). */
const MARK_BYTES = 1024
const isPdf = (file: Buffer): boolean =>
  file.subarray(0, MARK_BYTES).includes('%PDF-') && file.subarray(-MARK_BYTES).includes('%%EOF')

/**
 * Stores a manual; one of the same language is replaced, and its file swept later.
 * @throws Problem UNSUPPORTED_TYPE for a file that is no PDF; NOT_FOUND, CONFLICT
 */
export async function storeManual(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  by: string,
  { productId, language, file }: { productId: string; language: ManualLanguage; file: Buffer },
): Promise<AdminProductSafety> {
  if (!isPdf(file))
    throw new Problem('UNSUPPORTED_TYPE', { message: 'Kies een PDF: dit bestand is er geen.' })
  const storageKey = newStorageKey(MANUALS_FOLDER, 'pdf')
  await storage.put(storageKey, file)
  return db.transaction(async tx => {
    await lockSafety(tx, productId)
    const own = and(eq(productManuals.productId, productId), eq(productManuals.language, language))
    const [before] = await tx.delete(productManuals).where(own).returning({ bytes: productManuals.bytes })
    await tx.insert(productManuals).values({ productId, language, bytes: file.length, storageKey })
    // Also of the same size: it is another file.
    const change = { from: before?.bytes ?? null, to: file.length }
    await recordChange(tx, by, productId, { [`manual.${language}`]: change })
    return readSaved(tx, productId)
  })
}

/** @throws Problem NOT_FOUND, CONFLICT */
export const deleteManual = (
  db: Db,
  by: string,
  { productId, manualId }: z.output<typeof removeManual.input>,
): Promise<null> =>
  db.transaction(async tx => {
    await lockSafety(tx, productId)
    const own = and(eq(productManuals.productId, productId), eq(productManuals.id, manualId))
    const [gone] = await tx.delete(productManuals).where(own).returning()
    if (!gone) throw new Problem('NOT_FOUND', { message: 'Deze handleiding is er niet meer.' })
    await recordChange(tx, by, productId, { [`manual.${gone.language}`]: { from: gone.bytes, to: null } })
    return null
  })
