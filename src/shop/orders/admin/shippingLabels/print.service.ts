import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Attachment } from '../../../../platform/mail/emailRenderer.ts'
import { PicturePdfWriter } from '../../../../platform/text/pdf.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { orders } from '../../table.ts'
import type { CarrierGateway } from '../../../shipping/carrier.gateway.ts'
import { Problem } from '../../../../wire/problem.ts'
import type { printLabels } from './contract.ts'
import { shippingLabels } from './table.ts'

/** Labels that are downloaded at the same time. */
const AT_ONCE = 5

/** Points: A4 in quarters is A6. */
const A6 = { width: 297.64, height: 420.94 }

/**
 * Labels as one PDF in the requested order; those that are not made are left out. They are downloaded for it and kept nowhere: they have
 * addresses.
 * @throws Problem NOT_FOUND when none is left; PROVIDER_UNAVAILABLE
 */
export async function renderLabels(
  platform: Platform,
  gateway: CarrierGateway | null,
  { labelId: ids, paper, used }: z.output<typeof printLabels.input>,
): Promise<Attachment> {
  const made = await platform.db
    .select({ id: shippingLabels.id, parcelId: shippingLabels.parcelId })
    .from(shippingLabels)
    .where(and(inArray(shippingLabels.id, ids), eq(shippingLabels.status, 'MADE')))
  const parcels = ids.flatMap(id =>
    made.filter(label => label.id === id).map(({ parcelId }) => parcelId ?? ''),
  )
  if (!gateway || parcels.length === 0)
    throw new Problem('NOT_FOUND', { message: 'Deze labels zijn er niet, of nog niet.' })
  const pictures = await downloadAll(gateway, parcels)
  const pdf = await PicturePdfWriter.open({ Title: 'Labels', CreationDate: platform.now() })
  if (paper === 'A6') drawOnA6(pdf, pictures)
  else drawOnA4(pdf, pictures, used)
  const content = await pdf.end()
  const printedAt = platform.now()
  await platform.db
    .update(shippingLabels)
    .set({ printedAt })
    .where(
      inArray(
        shippingLabels.id,
        made.map(({ id }) => id),
      ),
    )
  return { filename: 'labels.pdf', content, contentType: 'application/pdf' }
}

async function downloadAll(gateway: CarrierGateway, parcels: string[]): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (let first = 0; first < parcels.length; first += AT_ONCE) {
    const batch = parcels.slice(first, first + AT_ONCE)
    pictures.push(...(await Promise.all(batch.map(parcel => gateway.downloadLabel(parcel, 'image/png')))))
  }
  return pictures
}

function drawOnA6(pdf: PicturePdfWriter, pictures: Buffer[]): void {
  for (const picture of pictures) {
    pdf.addPage([A6.width, A6.height])
    pdf.draw(picture, { left: 0, top: 0, ...A6 }, 'Verzendlabel')
  }
}

/** Four to a page, from left to right. */
function drawOnA4(pdf: PicturePdfWriter, pictures: Buffer[], used: number): void {
  for (const [index, picture] of pictures.entries()) {
    const place = (index + used) % 4
    if (index === 0 || place === 0) pdf.addPage([2 * A6.width, 2 * A6.height])
    const left = (place % 2) * A6.width
    const top = Math.floor(place / 2) * A6.height
    pdf.draw(picture, { left, top, ...A6 }, 'Verzendlabel')
  }
}

/** The PDF that is mailed with a return label. @throws Error while the carrier is away, for the mail to be sent later */
export async function loadReturnLabel(
  { db }: Pick<Platform, 'db'>,
  gateway: CarrierGateway | null,
  labelId: string,
): Promise<Attachment> {
  const [label] = await db
    .select({ parcelId: shippingLabels.parcelId, number: orders.number })
    .from(shippingLabels)
    .innerJoin(orders, eq(orders.id, shippingLabels.orderId))
    .where(and(eq(shippingLabels.id, labelId), isNotNull(shippingLabels.parcelId)))
  if (!label?.parcelId || !gateway) throw new Error('no such return label')
  const content = await gateway.downloadLabel(label.parcelId, 'application/pdf')
  return { filename: `retourlabel-${label.number}.pdf`, content, contentType: 'application/pdf' }
}
