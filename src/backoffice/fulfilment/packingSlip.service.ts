import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { products } from '../../shop/catalog/table.ts'
import { toPdfText } from '../../money/invoices/pdfText.rules.ts'
import {
  drawCheckbox,
  formatPdfDate,
  drawLetterhead,
  ensureSpace,
  createPdf,
  PDF_PAGE,
  setBodyFont,
  drawHorizontalLine,
  type PdfDoc,
  mutedColour,
  setBoldFont,
  PDF_CONTENT_WIDTH,
} from '../../platform/pdf.ts'
import { shippingAddressLines } from '../../shop/orders/receipt.rules.ts'
import { decryptComments } from '../../shop/orders/orderText.service.ts'
import { type OrderRow, orderNotFound } from '../../shop/orders/service.ts'
import { orderItems, orders } from '../../shop/orders/table.ts'
import { carrierNames, pickupAddress } from '../../shop/shipping/pickup.rules.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Attachment } from '../../platform/emailRenderer.ts'

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
  const { page, file } = await createPdf({ Title: 'Pakbonnen', Author: shopName, CreationDate: now })
  for (const [index, order] of asked.entries()) {
    if (index > 0) page.addPage()
    drawSlip(page, shopName, order, lines)
  }
  page.end()
  const name = asked.length === 1 ? `pakbon-${asked[0]?.number}` : `pakbonnen-${asked.length}`
  return { filename: `${name}.pdf`, content: await file, contentType: 'application/pdf' }
}

/** With what the buyer wrote. */
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

function drawSlip(page: PdfDoc, shopName: string, order: ReadableOrder, all: PackingSlipLine[]): void {
  const lines = all.filter(({ orderId }) => orderId === order.id)
  drawLetterhead(page, toPdfText(shopName))
  setBoldFont(page, 16).text('Pakbon', PDF_PAGE.margin, page.y + 28)
  setBodyFont(page, mutedColour).text(`Bestelling ${order.number}`, { paragraphGap: 2 })
  page.text(`Datum ${formatPdfDate(order.createdAt)}`)
  drawAddress(page, order)
  const parcel = lines.filter(({ isDigital }) => !isDigital)
  drawHorizontalLine(page)
  for (const line of parcel) drawLine(page, line)
  if (parcel.length > 0) drawHorizontalLine(page)
  drawNotes(page, order, parcel, lines.length - parcel.length)
}

function drawAddress(page: PdfDoc, order: ReadableOrder): void {
  const address = shippingAddressLines(order)
  setBodyFont(page, mutedColour, 9).text(
    address ? 'Aan' : 'Er wordt niets verzonden',
    PDF_PAGE.margin,
    page.y + 24,
  )
  if (address) setBodyFont(page, undefined, 12).text(address.map(toPdfText).join('\n'), { lineGap: 3 })
  page.y += 24
}

function drawLine(page: PdfDoc, { name, sku, quantity, picked }: PackingSlipLine): void {
  const text = toPdfText(name)
  const height = setBodyFont(page, undefined, 11).heightOfString(text, { width: TEXT }) + 14
  if (ensureSpace(page, height)) page.y = PDF_PAGE.margin
  const { y } = page
  drawCheckbox(page, PDF_PAGE.margin, y, BOX, picked)
  setBoldFont(page, 11).text(`${quantity} ×`, PDF_PAGE.margin + BOX + 12, y + 1, { width: COUNT })
  const left = PDF_PAGE.margin + BOX + 12 + COUNT
  setBodyFont(page, undefined, 11).text(text, left, y + 1, { width: TEXT })
  setBodyFont(page, mutedColour, 9).text(toPdfText(sku), left, page.y + 2, { width: TEXT })
  page.y = y + height + GAP
}

function drawNotes(
  page: PdfDoc,
  { comments, hasTracking, pickupPoint, shippingStreet }: ReadableOrder,
  parcel: PackingSlipLine[],
  digital: number,
): void {
  const pieces = parcel.reduce((sum, { quantity }) => sum + quantity, 0)
  const said = [
    pieces > 0 && (pieces === 1 ? 'Samen 1 stuk.' : `Samen ${pieces} stuks.`),
    pickupPoint &&
      `Wordt afgehaald bij ${toPdfText(pickupPoint.name)} (${carrierNames[pickupPoint.carrier]}), ${toPdfText(pickupAddress(pickupPoint))}.`,
    shippingStreet !== null &&
      !pickupPoint &&
      (hasTracking ? 'Gaat met track & trace.' : 'Gaat met de gewone post.'),
    digital > 0 && 'Wat digitaal is, wordt apart geleverd en zit er niet bij.',
  ].filter(Boolean)
  setBodyFont(page, mutedColour).text(said.join(' '), PDF_PAGE.margin, page.y + 4, {
    width: PDF_CONTENT_WIDTH,
    lineGap: 2,
  })
  if (!comments) return
  const text = toPdfText(comments)
  ensureSpace(page, 40)
  setBoldFont(page).text('Opmerking', PDF_PAGE.margin, page.y + 16)
  setBodyFont(page).text(text, PDF_PAGE.margin, page.y + 4, { width: PDF_CONTENT_WIDTH, lineGap: 2 })
}
