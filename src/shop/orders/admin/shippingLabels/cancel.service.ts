import { eq } from 'drizzle-orm'
import type { Platform } from '../../../../platform/platform.ts'
import { lockOrder } from '../../service.ts'
import type { CarrierGateway } from '../../../shipping/carrier.gateway.ts'
import type { LabelRow } from './list.service.ts'
import { clearOrderTracking } from './make.service.ts'
import { shippingLabels } from './table.ts'

/**
 * Has a label cancelled that an admin, or a cancelled order, no longer wants: CANCELLING → CANCELLED, or MADE again with the reason when the
 * carrier refuses.
 * @throws Error, for the job to try again, also while another node is asking for the label
 */
export async function cancelAtCarrier(
  platform: Platform,
  gateway: CarrierGateway | null,
  labelId: string,
): Promise<void> {
  const { db, now } = platform
  const [label] = await db.select().from(shippingLabels).where(eq(shippingLabels.id, labelId))
  // Given up before the provider was heard of: it made the label all the same.
  if (label?.status === 'CANCELLED' && label.providerId)
    return void (await gateway?.cancelLabel(label.providerId))
  if (label?.status !== 'CANCELLING') return
  if (label.claimedUntil && label.claimedUntil > now()) throw new Error('this label is still being made')
  if (label.kind === 'RETURN' || !gateway) return finishCancellation(platform, label, null)
  const { providerId } = label.providerId ? label : await attachCarrierLabel(platform, gateway, labelId)
  if (providerId === null) return finishCancellation(platform, label, null)
  const answer = await gateway.cancelLabel(providerId)
  if (!('refused' in answer)) return finishCancellation(platform, label, null)
  // One that it has cancelled before is refused too.
  const { status } = (await gateway.readLabel(providerId)) ?? {}
  const isOver = status === undefined || status.state === 'CANCELLED'
  await finishCancellation(platform, label, isOver ? null : answer.refused)
}

/** Notes the label that the provider made without being heard. */
async function attachCarrierLabel({ db, now }: Platform, gateway: CarrierGateway, labelId: string) {
  const there = await gateway.findLabel(labelId)
  if (!there) return { providerId: null }
  const { providerId, parcelId, trackingCode } = there
  // With a time from which it is followed, should the carrier refuse to cancel it.
  const known = { providerId, parcelId, trackingCode, state: 'ANNOUNCED' as const, madeAt: now() }
  await db.update(shippingLabels).set(known).where(eq(shippingLabels.id, labelId))
  return { providerId }
}

/** @param refusal why the label stays */
const finishCancellation = ({ db }: Platform, { id, orderId }: LabelRow, refusal: string | null) =>
  db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    const own = eq(shippingLabels.id, id)
    const [label] = await tx.select().from(shippingLabels).where(own).for('update')
    if (label?.status !== 'CANCELLING') return
    if (refusal !== null && label.parcelId !== null) {
      const failure = `De vervoerder annuleert dit label niet: ${refusal}`
      await tx.update(shippingLabels).set({ status: 'MADE', failure }).where(own)
      return
    }
    await tx.update(shippingLabels).set({ status: 'CANCELLED', failure: null }).where(own)
    await clearOrderTracking(tx, order, label)
  })
