import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { products } from '../../products/catalog/table.ts'
import { formatPdfDate, PDF_CONTENT_WIDTH, PDF_MARGIN, PdfWriter } from '../../../platform/text/pdf.ts'
import { shippingAddressLines } from '../receipt.rules.ts'
import { decryptComments } from '../orderText.service.ts'
import { type OrderRow, orderNotFound } from '../service.ts'
import { orderItems, orders } from '../table.ts'
import { carrierNames, pickupAddress } from '../../shipping/pickup.rules.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Attachment } from '../../../platform/mail/emailRenderer.ts'

/**
 * Packing slips in the requested order, each on its own page, in two statements. They lie in the parcel, where anyone
 * may see them, so they have no prices and no pictures. Unknown orders are omitted.
 * @throws Problem NOT_FOUND when no order is found
 */
export async function renderPackingSlips(
  { db, dataCipher }: Pick<Platform, 'db' | 'dataCipher'>,
  { orderIds, shopName, now }: { orderIds: string[]; shopName: string; now: Date },
): Promise<Attachment> {
  const stored = await db.select().from(orders).where(inArray(orders.id, orderIds))
  const found = await decryptComments({ db, dataCipher }, stored)
  const asked = orderIds.flatMap(orderId => found.filter(({ id }) => id === orderId))
  if (asked.length === 0) throw orderNotFound()
  const lines = await linesOf(db, orderIds)
  const page = await PdfWriter.open({ Title: 'Pakbonnen', Author: shopName, CreationDate: now })
  for (const [index, order] of asked.entries()) {
    if (index > 0) page.addPage()
    drawSlip(page, shopName, order, lines)
  }
  const name = asked.length === 1 ? `pakbon-${asked[0]?.number}` : `pakbonnen-${asked.length}`
  return { filename: `${name}.pdf`, content: await page.end(), contentType: 'application/pdf' }
}

/** With the buyer's texts. */
type ReadableOrder = Omit<OrderRow, 'commentsEncrypted' | 'commentsKeyId'>

type PackingSlipLine = Awaited<ReturnType<typeof linesOf>>[number]

const linesOf = (db: Db, orderIds: string[]) =>
  db
    .select({
      orderId: orderItems.orderId,
      name: orderItems.productName,
      sku: products.sku,
      /** Units to pack: without refunded ones. */
      quantity: sql<number>`${orderItems.quantity} - ${orderItems.refundedQuantity}`,
      picked: orderItems.picked,
      isDigital: orderItems.isDigital,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(inArray(orderItems.orderId, orderIds), lt(orderItems.refundedQuantity, orderItems.quantity)))
    .orderBy(asc(orderItems.orderId), asc(orderItems.id))

const BOX = 14
/** The distance between lines, in points: room for notes by pen. */
const GAP = 14
const COUNT = 44
const TEXT = PDF_CONTENT_WIDTH - BOX - 12 - COUNT

const muted = { isMuted: true }

function drawSlip(page: PdfWriter, shopName: string, order: ReadableOrder, all: PackingSlipLine[]): void {
  const lines = all.filter(({ orderId }) => orderId === order.id)
  page.text(shopName, { size: 28 })
  page.text('Pakbon', { size: 16, isBold: true }, { as: 'H1', top: page.y + 24 })
  page.text(`Bestelling ${order.number}`, muted, { gapAfter: 1 })
  page.text(`Datum ${formatPdfDate(order.createdAt)}`, muted)
  drawAddress(page, order)
  const parcel = lines.filter(({ isDigital }) => !isDigital)
  page.drawRule()
  for (const line of parcel) drawLine(page, line)
  if (parcel.length > 0) page.drawRule()
  drawNotes(page, order, parcel, lines.length - parcel.length)
}

function drawAddress(page: PdfWriter, order: ReadableOrder): void {
  const address = shippingAddressLines(order)
  const title = address ? 'Aan' : 'Er wordt niets verzonden'
  page.text(title, { isMuted: true, size: 9 }, { as: 'H2', top: page.y + 24 })
  if (address) page.text(address.join('\n'), { size: 12 }, { lineGap: 2 })
  page.y += 24
}

function drawLine(page: PdfWriter, { name, sku, quantity, picked }: PackingSlipLine): void {
  const style = { size: 11 }
  const height = page.heightOf(name, style, TEXT) + 14
  if (page.ensureSpace(height)) page.y = PDF_MARGIN
  const top = page.y
  const left = PDF_MARGIN + BOX + 12
  page.group('Sect', () => {
    page.drawCheckbox(PDF_MARGIN, top, BOX, picked, picked ? 'Ingepakt' : 'Nog niet ingepakt')
    page.text(`${quantity} ×`, { size: 11, isBold: true }, { left, top: top - 1, width: COUNT })
    page.text(name, style, { left: left + COUNT, top: top - 1, width: TEXT })
    page.text(sku, { isMuted: true, size: 9 }, { left: left + COUNT, width: TEXT })
  })
  page.y = top + height + GAP
}

function drawNotes(
  page: PdfWriter,
  { comments, hasTracking, pickupPoint, shippingStreet }: ReadableOrder,
  parcel: PackingSlipLine[],
  digital: number,
): void {
  const pieces = parcel.reduce((sum, { quantity }) => sum + quantity, 0)
  const notes = [
    pieces > 0 && (pieces === 1 ? 'Samen 1 stuk.' : `Samen ${pieces} stuks.`),
    pickupPoint &&
      `Wordt afgehaald bij ${pickupPoint.name} (${carrierNames[pickupPoint.carrier]}), ${pickupAddress(pickupPoint)}.`,
    shippingStreet !== null &&
      !pickupPoint &&
      (hasTracking ? 'Gaat met track & trace.' : 'Gaat met de gewone post.'),
    digital > 0 && 'Digitale producten leveren we apart; die zitten er niet bij.',
  ].filter(Boolean)
  page.text(notes.join(' '), muted, { top: page.y + 4, lineGap: 1 })
  if (!comments) return
  page.ensureSpace(40)
  page.text('Opmerking', { isBold: true }, { as: 'H2', top: page.y + 16 })
  page.text(comments, {}, { top: page.y + 4, lineGap: 1 })
}
