import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/db.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { lockOrdersToShip } from '../../shipments/service.ts'
import { orders } from '../../table.ts'
import type { CarrierEvent, CarrierGateway, CarrierLabel } from '../../../shipping/carrier.gateway.ts'
import { Problem } from '../../../../wire/problem.ts'
import { deliverShippedOrder } from '../service.ts'
import { clearOrderTracking, setOrderTracking } from './make.service.ts'
import { cancelLabelJob } from './request.service.ts'
import { advanceParcel } from './rules.ts'
import { shippingLabels } from './table.ts'

/** The report of the carrier about a parcel, by webhook or when asked. */
type ParcelReport = Omit<CarrierEvent, 'parcelId'> & { trackingCode?: string | null }

/**
 * Takes a webhook: notes where the parcel is, once and in any order.
 * @throws Problem NOT_FOUND for a body that the carrier did not sign
 */
export async function receiveCarrierEvent(
  platform: Platform,
  gateway: CarrierGateway | null,
  { payload, signature }: { payload: string; signature?: string | undefined },
): Promise<void> {
  const event = gateway ? gateway.readWebhook(Buffer.from(payload), signature) : null
  if (event === null) throw new Problem('NOT_FOUND')
  if (event !== undefined) await recordCarrierEvent(platform, event)
}

/** Records a report of the carrier about a parcel. */
export async function recordCarrierEvent(platform: Platform, event: CarrierEvent): Promise<void> {
  const [label] = await platform.db
    .select({ id: shippingLabels.id })
    .from(shippingLabels)
    .where(eq(shippingLabels.parcelId, event.parcelId))
  // Of a label that was made elsewhere, or is not answered yet: asking for it tells the same.
  if (label) await recordParcelReport(platform, label.id, event)
}

/** Records where a parcel is; a parcel that arrived has its order delivered, by the function that an admin uses. */
const recordParcelReport = (platform: Platform, labelId: string, report: ParcelReport): Promise<void> =>
  platform.db.transaction(async tx => {
    const own = eq(shippingLabels.id, labelId)
    const [known] = await tx.select({ orderId: shippingLabels.orderId }).from(shippingLabels).where(own)
    const [found] = await lockOrdersToShip(tx, known ? [known.orderId] : [])
    const [label] = await tx.select().from(shippingLabels).where(own).for('update')
    if (!found || !label) return
    const { state, message } = report.status
    if (state === 'CANCELLED' || state === 'REFUSED') {
      // Somebody cancelled it at the provider.
      if (label.status !== 'MADE') return
      await tx.update(shippingLabels).set({ status: 'CANCELLED' }).where(own)
      return clearOrderTracking(tx, found.order, label)
    }
    const next = state === null ? null : advanceParcel(label, { state, message, at: report.at })
    const trackingCode = label.trackingCode ?? report.trackingCode ?? null
    if (next || trackingCode !== label.trackingCode)
      await tx
        .update(shippingLabels)
        .set({ ...next, trackingCode })
        .where(own)
    if (label.kind === 'RETURN' || label.status !== 'MADE') return
    if (label.trackingCode === null) await setOrderTracking(tx, found.order, label.carrier, trackingCode)
    if ((next?.state ?? label.state) === 'DELIVERED') await deliverShippedOrder(tx, platform, found.order)
  })

/** Labels that are claimed at once, and milliseconds until each is asked for again. */
const POLL_BATCH = 100
const POLL_AGAIN_MS = 25 * 60_000
/** Milliseconds after which a parcel is not asked for any more. */
const POLL_FOR_MS = 60 * 86_400_000

/**
 * Asks the carrier where parcels are, because webhooks are lost, until none is due; delivers orders that arrived before they were marked as
 * sent; and takes back the labels of orders that were cancelled. A label that fails is logged, and asked for again with the others.
 * @throws Error when the carrier answers for none of a batch, for the job to be tried again
 */
export async function pollParcels(platform: Platform, gateway: CarrierGateway | null): Promise<void> {
  if (!gateway) return
  await cancelLabelsOfCancelledOrders(platform)
  await deliverArrived(platform)
  const at = platform.now()
  for (;;) {
    const due = await claimDue(platform, at)
    let failure: unknown
    let failed = 0
    for (const label of due)
      try {
        await pollParcel(platform, gateway, label)
      } catch (error) {
        failure = error
        failed += 1
        platform.log.warn({ err: error, labelId: label.id }, 'label not polled')
      }
    if (failed === due.length && failed > 0) throw failure
    if (due.length < POLL_BATCH) return
  }
}

type DueLabel = Pick<typeof shippingLabels.$inferSelect, 'id' | 'providerId'>

/** Notes that labels are asked for before they are, so that one that always fails comes after all others; new ones come first. */
async function claimDue({ db }: Platform, at: Date): Promise<DueLabel[]> {
  const due = db
    .select({ id: shippingLabels.id })
    .from(shippingLabels)
    .where(
      and(
        eq(shippingLabels.status, 'MADE'),
        ne(shippingLabels.state, 'DELIVERED'),
        isNotNull(shippingLabels.providerId),
        gt(shippingLabels.madeAt, new Date(at.getTime() - POLL_FOR_MS)),
        or(
          isNull(shippingLabels.polledAt),
          lt(shippingLabels.polledAt, new Date(at.getTime() - POLL_AGAIN_MS)),
        ),
      ),
    )
    .orderBy(sql`${shippingLabels.polledAt} nulls first`)
    .limit(POLL_BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(shippingLabels)
    .set({ polledAt: at })
    .where(inArray(shippingLabels.id, due))
    .returning({ id: shippingLabels.id, providerId: shippingLabels.providerId })
}

async function pollParcel(
  platform: Platform,
  gateway: CarrierGateway,
  { id, providerId }: DueLabel,
): Promise<void> {
  const there = await gateway.readLabel(providerId ?? '')
  if (there) await recordParcelReport(platform, id, toReport(there, platform.now()))
}

const toReport = ({ status, trackingCode }: CarrierLabel, at: Date): ParcelReport => ({
  status,
  trackingCode,
  at,
})

const ofOrder = eq(orders.id, shippingLabels.orderId)

/** A parcel may arrive before an admin says that it was sent. */
async function deliverArrived({ db, ...platform }: Platform): Promise<void> {
  const arrived = await db
    .select({ orderId: shippingLabels.orderId })
    .from(shippingLabels)
    .innerJoin(orders, ofOrder)
    .where(
      and(
        eq(shippingLabels.kind, 'SHIPMENT'),
        eq(shippingLabels.status, 'MADE'),
        eq(shippingLabels.state, 'DELIVERED'),
        eq(orders.status, 'SHIPPED'),
      ),
    )
    .limit(POLL_BATCH)
  for (const { orderId } of arrived)
    await db.transaction(async tx => {
      const [found] = await lockOrdersToShip(tx, [orderId])
      if (found) await deliverShippedOrder(tx, { db, ...platform }, found.order)
    })
}

async function cancelLabelsOfCancelledOrders({ db, jobs }: Platform): Promise<void> {
  const unwanted = await db
    .select({ id: shippingLabels.id })
    .from(shippingLabels)
    .innerJoin(orders, ofOrder)
    .where(
      and(
        eq(shippingLabels.kind, 'SHIPMENT'),
        eq(shippingLabels.status, 'MADE'),
        eq(shippingLabels.state, 'ANNOUNCED'),
        isNull(shippingLabels.failure),
        eq(orders.status, 'CANCELLED'),
      ),
    )
    .limit(POLL_BATCH)
  for (const { id } of unwanted) await db.transaction(tx => requestCancellationOf(tx, jobs, id))
}

async function requestCancellationOf(tx: Tx, jobs: Platform['jobs'], id: string): Promise<void> {
  const changed = await tx
    .update(shippingLabels)
    .set({ status: 'CANCELLING' })
    .where(and(eq(shippingLabels.id, id), eq(shippingLabels.status, 'MADE')))
    .returning({ id: shippingLabels.id })
  if (changed.length > 0) await jobs.send(tx, cancelLabelJob, { labelId: id })
}
