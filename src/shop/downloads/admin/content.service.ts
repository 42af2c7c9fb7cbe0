import type { Db, Tx } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { setDownloadLimits, setGiftCard, DigitalContent } from './contract.ts'
import { digitalProducts, digitalFiles, digitalCodes } from '../table.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { invalidateWholeCatalog } from '../../products/catalog/cacheInvalidation.service.ts'
import { onlyRow, columnsOf } from '../../../platform/db/sql.ts'
import { products } from '../../products/catalog/table.ts'
import { eq, and, isNull, asc, sql } from 'drizzle-orm'
import { isDigital } from '../../products/catalog/rules.ts'
import { Problem } from '../../../wire/problem.ts'
import { DEFAULT_DOWNLOADS, DEFAULT_VALID_DAYS, type DigitalKind } from '../contract.ts'

/** Sets how often and how long later orders of a product can be downloaded. @throws Problem NOT_FOUND */
export async function saveDownloadLimits(
  db: Db,
  by: string,
  { productId, ...limits }: z.output<typeof setDownloadLimits.input>,
): Promise<DigitalContentData> {
  await db.transaction(async tx => {
    const [before] = await tx.select().from(digitalProducts).where(ofProduct(productId)).for('update')
    if (!before) throw productNotFound()
    await tx.update(digitalProducts).set(limits).where(ofProduct(productId))
    const details = diffForAudit(before, limits)
    await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
  })
  return findDigitalContent(db, productId)
}

/**
 * Makes a product one that is sold as gift cards, or an ordinary one again. Sold lines stay as they were.
 * @throws Problem NOT_FOUND; CONFLICT when it is sent, is a variant, or has files or codes
 */
export async function changeGiftCard(
  db: Db,
  by: string,
  { productId, isGiftCard }: z.output<typeof setGiftCard.input>,
): Promise<DigitalContentData> {
  await db.transaction(async tx => {
    await lockProduct(tx, productId)
    const [before] = await tx.select().from(digitalProducts).where(ofProduct(productId))
    if ((before?.kind === 'GIFT_CARD') === isGiftCard) return
    if (isGiftCard) {
      await assertCanBeGiftCard(tx, productId)
      await setDigitalKind(tx, productId, 'GIFT_CARD')
    } else await tx.update(digitalProducts).set({ kind: 'FILES' }).where(ofProduct(productId))
    // Lists and pages say whether it is one.
    await invalidateWholeCatalog(tx)
    const details = { giftCard: { from: !isGiftCard, to: isGiftCard } }
    await recordAuditEntry(tx, { by, action: 'PRODUCT_CHANGED', subjectId: productId, details })
  })
  return findDigitalContent(db, productId)
}

async function assertCanBeGiftCard(tx: Tx, productId: string): Promise<void> {
  const product = onlyRow(
    await tx
      .select(columnsOf(products, 'parentId', 'shippingCost', 'showShippingOptions'))
      .from(products)
      .where(eq(products.id, productId)),
  )
  if (!isDigital(product))
    throw new Problem('CONFLICT', { message: 'Een cadeaubon wordt gemaild: dit product wordt verzonden.' })
  if (product.parentId !== null)
    throw new Problem('CONFLICT', { message: 'Maak het hele product een cadeaubon, niet één variant.' })
}

export type DigitalContentData = z.input<typeof DigitalContent>

export const ofProduct = (productId: string) => eq(digitalProducts.productId, productId)

/** The digital content of a product. @throws Problem NOT_FOUND */
export async function findDigitalContent(db: Db, productId: string): Promise<DigitalContentData> {
  const [product] = await db
    .select({ held: products.reservedStock })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw productNotFound()
  const [content] = await db.select().from(digitalProducts).where(ofProduct(productId))
  const files = await db
    .select(columnsOf(digitalFiles, 'id', 'name', 'bytes', 'received', 'readyAt'))
    .from(digitalFiles)
    .where(and(eq(digitalFiles.productId, productId), isNull(digitalFiles.removedAt)))
    .orderBy(asc(digitalFiles.createdAt), asc(digitalFiles.id))
  const codes = onlyRow(
    await db
      .select({
        forSale: sql<number>`(count(*) filter (where ${digitalCodes.orderItemId} is null))::int`,
        sold: sql<number>`(count(*) filter (where ${digitalCodes.orderItemId} is not null and ${digitalCodes.voidedAt} is null))::int`,
        voided: sql<number>`(count(*) filter (where ${digitalCodes.voidedAt} is not null))::int`,
      })
      .from(digitalCodes)
      .where(eq(digitalCodes.productId, productId)),
  )
  return {
    kind: content?.kind ?? null,
    maxDownloads: content?.maxDownloads ?? DEFAULT_DOWNLOADS,
    validDays: content?.validDays ?? DEFAULT_VALID_DAYS,
    files,
    codes: { ...codes, held: content?.kind === 'CODES' ? product.held : 0 },
  }
}

/**
 * Locks a product before its files or codes change. Whatever locks both locks products first, in id order, to avoid
 * deadlocks with orders.
 * @throws Problem NOT_FOUND
 */
export async function lockProduct(tx: Tx, productId: string): Promise<void> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, productId))
    .for('update')
  if (found.length === 0) throw productNotFound()
}

/**
 * Makes a locked product one that delivers files, or codes. It has either: changing from one to the other is possible once
 * nothing of the other is left.
 * @throws Problem CONFLICT
 */
export async function setDigitalKind(tx: Tx, productId: string, kind: DigitalKind): Promise<void> {
  await tx.insert(digitalProducts).values({ productId, kind }).onConflictDoNothing()
  const { kind: present } = onlyRow(await tx.select().from(digitalProducts).where(ofProduct(productId)))
  if (present === kind) return
  if (present === 'GIFT_CARD') throw new Problem('CONFLICT', { message: kindMessages.GIFT_CARD })
  const others =
    present === 'CODES'
      ? await tx.$count(
          digitalCodes,
          and(eq(digitalCodes.productId, productId), isNull(digitalCodes.orderItemId)),
        )
      : await tx.$count(
          digitalFiles,
          and(eq(digitalFiles.productId, productId), isNull(digitalFiles.removedAt)),
        )
  if (others > 0) throw new Problem('CONFLICT', { message: kindMessages[present] })
  await tx.update(digitalProducts).set({ kind }).where(ofProduct(productId))
}

const kindMessages: Record<DigitalKind, string> = {
  FILES: 'Dit product levert bestanden. Verwijder die eerst, dan kan het iets anders leveren.',
  CODES: 'Dit product levert codes. Verwijder die eerst, dan kan het iets anders leveren.',
  GIFT_CARD: 'Dit product is een cadeaubon. Maak het eerst een gewoon product.',
}

export const productNotFound = () => new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
