import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { contactEmail } from '../../../../people/accounts/guest.service.ts'
import { users } from '../../../../people/accounts/table.ts'
import type { Tx } from '../../../../platform/db/db.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { queueOrderMails } from '../../notices.service.ts'
import { lockOrder, type OrderRow, orderNotFound, updateOrder } from '../../service.ts'
import { orders } from '../../table.ts'
import type { CarrierGateway, CarrierLabel, LabelAddress } from '../../../shipping/carrier.gateway.ts'
import { destinationCode } from '../../../shipping/destination.rules.ts'
import { carrierNames } from '../../../shipping/pickup.rules.ts'
import { listReturnedLines } from '../../../withdrawals/units.service.ts'
import { returnLabelMail } from './contract.ts'
import type { LabelRow } from './list.service.ts'
import { cancelLabelJob, requireSender } from './request.service.ts'
import { chooseService } from './rules.ts'
import { shippingLabels } from './table.ts'

/** Milliseconds for which a node that asks the provider has the label to itself: longer than all its requests may take. */
const CLAIM_MS = 60_000

/**
 * Has a label made, or finds the one that was made when an answer was lost: REQUESTED → MADE or FAILED. The row was written before, and the
 * provider makes one label for its id.
 * @throws Error, for the job to try again
 */
export async function makeLabel(
  platform: Platform,
  gateway: CarrierGateway | null,
  labelId: string,
): Promise<void> {
  const label = await claim(platform, labelId)
  if (!label) return
  try {
    const made = await findOrCreate(platform, gateway, label)
    await platform.db.transaction(tx => finish(tx, platform, label, made))
  } catch (error) {
    // Given back, for the next attempt of the job, with a message for admins meanwhile.
    const failure = error instanceof Error ? error.message.slice(0, 300) : null
    await platform.db
      .update(shippingLabels)
      .set({ claimedUntil: null, failure })
      .where(and(eq(shippingLabels.id, labelId), eq(shippingLabels.status, 'REQUESTED')))
    throw error
  }
}

/** @returns undefined when there is nothing to do @throws Error while another node has it */
async function claim({ db, now }: Platform, labelId: string): Promise<LabelRow | undefined> {
  const at = now()
  const own = eq(shippingLabels.id, labelId)
  const isFree = or(isNull(shippingLabels.claimedUntil), lt(shippingLabels.claimedUntil, at))
  const [claimed] = await db
    .update(shippingLabels)
    .set({ claimedUntil: new Date(at.getTime() + CLAIM_MS) })
    .where(and(own, eq(shippingLabels.status, 'REQUESTED'), isFree))
    .returning()
  if (claimed) return claimed
  const [label] = await db.select({ status: shippingLabels.status }).from(shippingLabels).where(own)
  if (label?.status === 'REQUESTED') throw new Error('another node is asking for this label')
}

type Outcome = { label: CarrierLabel; serviceCode?: string; serviceName?: string } | { refused: string }

async function findOrCreate(
  platform: Platform,
  gateway: CarrierGateway | null,
  label: LabelRow,
): Promise<Outcome> {
  if (!gateway) return { refused: 'Er is geen vervoerder ingesteld.' }
  const isReturn = label.kind === 'RETURN'
  const found = isReturn
    ? await gateway.findReturn(label.id, label.createdAt)
    : await gateway.findLabel(label.id)
  if (found) return { label: found }
  const { order, email } = await readOrder(platform, label.orderId)
  if (!isReturn && order.status === 'CANCELLED') return { refused: 'De bestelling is geannuleerd.' }
  const sender: LabelAddress = requireSender(platform, gateway)
  const customer = addressOf(order, label.pickupPointId === null ? null : email)
  const [from, to] = isReturn ? [customer, sender] : [sender, customer]
  const { pickupPointId, weightGrams } = label
  const country = (isReturn ? null : order.pickupPoint?.country) ?? to.country
  const parcel = { from: from.country, to: country, weightGrams, pickupPointId, isReturn }
  const services = await gateway.listServices(parcel)
  const wanted = { carrier: label.carrier, isTracked: order.hasTracking && !isReturn }
  const service = label.serviceCode
    ? services.find(({ code }) => code === label.serviceCode)
    : chooseService(services, wanted)
  if (!service)
    return { refused: `${carrierNames[label.carrier]} heeft geen dienst voor dit pakket naar ${country}.` }
  const request = {
    reference: label.id,
    serviceCode: service.code,
    from,
    to,
    weightGrams,
    orderNumber: order.number,
    pickupPointId,
  }
  const made = isReturn ? await gateway.createReturn(request) : await gateway.createLabel(request)
  return 'refused' in made
    ? { refused: `De vervoerder weigert: ${made.refused}` }
    : { label: made, serviceCode: service.code, serviceName: service.name }
}

async function readOrder({ db }: Platform, orderId: string) {
  const [found] = await db
    .select({ order: orders, email: contactEmail })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
  if (!found) throw orderNotFound()
  return found
}

const addressOf = (order: OrderRow, email: string | null): LabelAddress => ({
  name: `${order.shippingFirstName ?? ''} ${order.shippingLastName ?? ''}`.trim(),
  company: order.shippingCompany,
  street: order.shippingStreet ?? '',
  houseNumber: order.shippingHouseNumber,
  postalCode: order.shippingPostalCode ?? '',
  city: order.shippingCity ?? '',
  country: destinationCode(order.shippingCountry ?? '') ?? '',
  email,
})

/** Writes its result. The order is locked before its label, as everywhere. */
async function finish(
  tx: Tx,
  platform: Platform,
  { id, orderId }: LabelRow,
  outcome: Outcome,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const own = eq(shippingLabels.id, id)
  const [label] = await tx.select().from(shippingLabels).where(own).for('update')
  if (!label) return
  if ('refused' in outcome) {
    // Cancelled meanwhile, it is over as well.
    const status = label.status === 'REQUESTED' ? ('FAILED' as const) : label.status
    await tx.update(shippingLabels).set({ status, failure: outcome.refused, claimedUntil: null }).where(own)
    return
  }
  const now = platform.now()
  const { providerId, parcelId, trackingCode, status: parcel } = outcome.label
  // Cancelled while it was made, or the order was: the job of its cancellation has it taken back.
  const isWanted = label.status === 'REQUESTED' && (label.kind === 'RETURN' || order.status !== 'CANCELLED')
  await tx
    .update(shippingLabels)
    .set({
      status: isWanted ? 'MADE' : label.status === 'CANCELLED' ? 'CANCELLED' : 'CANCELLING',
      providerId,
      parcelId,
      trackingCode,
      serviceCode: outcome.serviceCode ?? label.serviceCode,
      serviceName: outcome.serviceName ?? label.serviceName,
      failure: null,
      claimedUntil: null,
      state: 'ANNOUNCED',
      stateMessage: parcel.message || null,
      madeAt: now,
    })
    .where(own)
  if (!isWanted) return platform.jobs.send(tx, cancelLabelJob, { labelId: id })
  if (label.kind === 'RETURN') return mailReturnLabel(tx, platform, label)
  await setOrderTracking(tx, order, label.carrier, trackingCode)
}

/** The code comes onto the order; sending it stays the admin's act. */
export async function setOrderTracking(
  tx: Tx,
  order: OrderRow,
  carrier: LabelRow['carrier'],
  trackingCode: string | null,
): Promise<void> {
  if (trackingCode === null || order.status === 'SHIPPED' || order.status === 'DELIVERED') return
  await updateOrder(tx, order.id, { trackingCode, shippingCarrier: carrierNames[carrier] })
}

/** The code of a label that is cancelled leaves the order, unless it was sent: then its buyer has that code. */
export async function clearOrderTracking(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status' | 'trackingCode'>,
  label: Pick<LabelRow, 'trackingCode'>,
): Promise<void> {
  if (label.trackingCode === null || order.trackingCode !== label.trackingCode) return
  if (order.status === 'SHIPPED' || order.status === 'DELIVERED') return
  await updateOrder(tx, order.id, { trackingCode: null, shippingCarrier: null })
}

async function mailReturnLabel(
  tx: Tx,
  platform: Platform,
  { id: labelId, orderId, carrier }: LabelRow,
): Promise<void> {
  const lines = await listReturnedLines(tx, orderId)
  await queueOrderMails(tx, platform, returnLabelMail, [
    { orderId, more: { labelId, carrierName: carrierNames[carrier], lines } },
  ])
}
