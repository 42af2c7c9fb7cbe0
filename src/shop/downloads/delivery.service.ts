import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isAnyOf, qualified } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProductQuantity } from '../products/stock/service.ts'
import { products } from '../products/catalog/table.ts'
import { drawCodes, takeBackCodes } from './codes.service.ts'
import type { DeliveredLine } from './contract.ts'
import { deliveryExpiry, deliveryState, downloadsLeft } from './rules.ts'
import { digitalCodes, digitalDeliveries, digitalFiles, digitalProducts } from './table.ts'

export type DeliveryRow = typeof digitalDeliveries.$inferSelect
type DeliveredLineData = z.input<typeof DeliveredLine>

/** A line of a paid order. */
export interface LineToDeliver {
  id: string
  productId: string
  productName: string
  /** Pieces that were not refunded. */
  quantity: number
}

/**
 * Delivers the lines whose products have files or enough codes; the others are left to be delivered by hand. Within the
 * transaction that sells their stock, which has locked the products. A line that was taken back is delivered again.
 * @returns the ids of the delivered lines
 */
export async function deliverLines(
  tx: Tx,
  { id: orderId, userId }: { id: string; userId: string },
  lines: LineToDeliver[],
  now: Date,
): Promise<Set<string>> {
  const contents = await findDeliverable(
    tx,
    lines.map(({ productId }) => productId),
  )
  const delivered = []
  // One after another: a transaction has one connection.
  for (const line of lines) {
    const content = contents.get(line.productId)
    // A variant without content of its own has the files of its product.
    if (!content || line.quantity < 1) continue
    if (content.kind === 'CODES' && !(await drawCodes(tx, { ...line, itemId: line.id }, now))) continue
    const { id: orderItemId, productName } = line
    const { productId, kind, maxDownloads, validDays } = content
    const expiresAt = deliveryExpiry(now, validDays)
    const snapshot = { orderId, userId, productId, productName, kind, maxDownloads }
    delivered.push({ orderItemId, ...snapshot, deliveredAt: now, expiresAt })
  }
  if (delivered.length === 0) return new Set()
  await tx
    .insert(digitalDeliveries)
    .values(delivered)
    .onConflictDoUpdate({
      target: digitalDeliveries.orderItemId,
      set: {
        revokedAt: null,
        downloads: 0,
        lastDownloadAt: null,
        kind: sql`excluded.kind`,
        maxDownloads: sql`excluded.max_downloads`,
        deliveredAt: sql`excluded.delivered_at`,
        expiresAt: sql`excluded.expires_at`,
      },
      setWhere: isNotNull(digitalDeliveries.revokedAt),
    })
  return new Set(delivered.map(({ orderItemId }) => orderItemId))
}

/** The products of these that have something to deliver: codes, or at least one complete file. */
async function findDeliverable(tx: Tx, productIds: string[]) {
  const hasFile = sql`exists (
    select from ${digitalFiles} f
    where f.product_id = ${qualified(digitalProducts.productId)} and f.ready_at is not null and f.removed_at is null
  )`
  const isOwn = eq(digitalProducts.productId, products.id)
  const isParents = and(eq(digitalProducts.productId, products.parentId), eq(digitalProducts.kind, 'FILES'))
  const found = await tx
    .select({ soldId: products.id, content: digitalProducts })
    .from(products)
    .innerJoin(digitalProducts, or(isOwn, isParents))
    .where(and(isAnyOf(products.id, productIds), or(eq(digitalProducts.kind, 'CODES'), hasFile)))
  // Its own content comes last, and counts.
  const ownLast = found.toSorted((one, other) => Number(isOwnContent(one)) - Number(isOwnContent(other)))
  return new Map(ownLast.map(({ soldId, content }) => [soldId, content]))
}

const isOwnContent = ({ soldId, content }: { soldId: string; content: { productId: string } }) =>
  soldId === content.productId

/** Pieces of a line that are taken back. */
export interface LineToTakeBack extends ProductQuantity {
  id: string
  /** Nothing of the line is left: its download ends too. */
  isWhole: boolean
}

/**
 * Takes back delivered content: a line of which nothing is left can't be downloaded any more, and each piece's code is for sale again or
 * void. Before codes it locks the products in id order, as orders do.
 * @param productIds of all lines that go back: their stock may change too
 * @returns by product, the codes that are for sale again: the caller changes the stock
 */
export async function takeBackLines(
  tx: Tx,
  lines: LineToTakeBack[],
  productIds: string[],
  now: Date,
): Promise<ProductQuantity[]> {
  const isOfLine = isAnyOf(
    digitalDeliveries.orderItemId,
    lines.map(({ id }) => id),
  )
  const delivered = await tx
    .select()
    .from(digitalDeliveries)
    .where(and(isOfLine, isNull(digitalDeliveries.revokedAt)))
  const returned: ProductQuantity[] = []
  if (delivered.some(({ kind }) => kind === 'CODES')) await lockProducts(tx, productIds)
  for (const { id: itemId, productId, quantity, isWhole } of lines) {
    const delivery = delivered.find(({ orderItemId }) => orderItemId === itemId)
    if (!delivery) continue
    if (delivery.kind === 'CODES') {
      const count = await takeBackCodes(tx, itemId, isWhole ? null : quantity, now)
      if (count > 0) returned.push({ productId, quantity: count })
    }
    if (isWhole)
      await tx
        .update(digitalDeliveries)
        .set({ revokedAt: now })
        .where(eq(digitalDeliveries.orderItemId, itemId))
  }
  return returned
}

export const lockProducts = (tx: Tx, productIds: string[]) =>
  tx
    .select({ id: products.id })
    .from(products)
    .where(isAnyOf(products.id, productIds))
    .orderBy(asc(products.id))
    .for('update')

/** The deliveries of an order, in the order of its lines. */
export const listDeliveries = (db: Db, orderId: string): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(digitalDeliveries)
    .where(eq(digitalDeliveries.orderId, orderId))
    .orderBy(asc(digitalDeliveries.orderItemId))

/** The codes of these deliveries. */
export const isOfLines = (deliveries: DeliveryRow[]) =>
  inArray(
    digitalCodes.orderItemId,
    deliveries.map(({ orderItemId }) => orderItemId),
  )

/** The user who asks: the buyer, or whoever has the link to one order. */
export interface DownloadOwner {
  orderId: string
  /** Left out for a link. */
  userId?: string
}

/** Finds the lines that were delivered with an order, as its buyer sees it; nothing for another user's order. */
export async function findDeliveredLines(
  db: Db,
  { orderId, userId }: DownloadOwner,
  now: Date,
): Promise<DeliveredLineData[]> {
  const all = await listDeliveries(db, orderId)
  const own = all.filter(delivery => userId === undefined || delivery.userId === userId)
  const files = await findFilesOf(db, own)
  const codes = await db
    .select({ itemId: digitalCodes.orderItemId, code: digitalCodes.code, seenAt: digitalCodes.seenAt })
    .from(digitalCodes)
    .where(and(isOfLines(own), isNull(digitalCodes.voidedAt)))
    .orderBy(asc(digitalCodes.piece))
  return own.map(delivery => {
    const { orderItemId: itemId, productName, kind, deliveredAt, expiresAt } = delivery
    const ownCodes = codes.filter(code => code.itemId === itemId)
    const state = deliveryState(delivery, now)
    return {
      itemId,
      productName,
      kind,
      deliveredAt,
      expiresAt,
      state,
      downloadsLeft: downloadsLeft(delivery),
      files: state === 'REVOKED' ? [] : files.filter(file => isFileOf(file, delivery)),
      codeCount: ownCodes.length,
      codes: ownCodes.filter(({ seenAt }) => seenAt !== null).map(({ code }) => code),
    }
  })
}

export type FileRow = typeof digitalFiles.$inferSelect

/** A buyer gets the product's files, later versions too, and those that were only removed after the sale. */
export const isFileOf = (
  { productId, removedAt }: Pick<FileRow, 'productId' | 'removedAt'>,
  delivery: Pick<DeliveryRow, 'kind' | 'productId' | 'deliveredAt'>,
): boolean =>
  delivery.kind === 'FILES' &&
  productId === delivery.productId &&
  (removedAt === null || removedAt >= delivery.deliveredAt)

const findFilesOf = (db: Db, deliveries: DeliveryRow[]): Promise<FileRow[]> =>
  db
    .select()
    .from(digitalFiles)
    .where(
      and(
        isAnyOf(
          digitalFiles.productId,
          deliveries.map(({ productId }) => productId),
        ),
        isNotNull(digitalFiles.readyAt),
      ),
    )
    .orderBy(asc(digitalFiles.createdAt), asc(digitalFiles.id))

/**
 * Shows the codes of a line to its buyer. From then on a code is void when it is taken back.
 * @throws Problem NOT_FOUND
 */
export async function revealCodes(
  db: Db,
  owner: DownloadOwner,
  itemId: string,
  now: Date,
): Promise<DeliveredLineData> {
  const isTheirs = (await findDeliveredLines(db, owner, now)).some(line => line.itemId === itemId)
  if (!isTheirs) throw deliveryNotFound()
  await db
    .update(digitalCodes)
    .set({ seenAt: now })
    .where(
      and(eq(digitalCodes.orderItemId, itemId), isNull(digitalCodes.voidedAt), isNull(digitalCodes.seenAt)),
    )
  const line = (await findDeliveredLines(db, owner, now)).find(each => each.itemId === itemId)
  if (!line) throw deliveryNotFound()
  return line
}

export const deliveryNotFound = () => new Problem('NOT_FOUND', { message: 'Deze download bestaat niet.' })
