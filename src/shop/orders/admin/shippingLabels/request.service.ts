import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntries, recordAuditEntry } from '../../../../people/audit/service.ts'
import type { Db, Tx } from '../../../../platform/db/db.ts'
import { defineJob } from '../../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { onlyRow, queryRows } from '../../../../platform/db/sql.ts'
import { products } from '../../../products/catalog/table.ts'
import { lockOrdersToShip, type OrderToShip } from '../../shipments/service.ts'
import { orderNotFound } from '../../service.ts'
import { orderItems } from '../../table.ts'
import type { CarrierGateway } from '../../../shipping/carrier.gateway.ts'
import { carrierNames } from '../../../shipping/pickup.rules.ts'
import { destinationCode } from '../../../shipping/destination.rules.ts'
import { packParcel } from '../../../shipping/price.rules.ts'
import { findUnitsTakenBack } from '../../../withdrawals/units.service.ts'
import { Problem } from '../../../../wire/problem.ts'
import type { LabelResult, makeLabels, makeReturnLabel } from './contract.ts'
import { labelColumns } from './list.service.ts'
import { findCountryRefusal, findLabelRefusal, labelSender } from './rules.ts'
import { shippingLabels } from './table.ts'

/** Has a label made, or looks whether it was. */
export const makeLabelJob = defineJob<{ labelId: string }>('labels.make')
export const cancelLabelJob = defineJob<{ labelId: string }>('labels.cancel')

/** Grams of a parcel whose products have no weight. */
const UNKNOWN_WEIGHT = 1000

/** @throws Problem LABELS_NOT_READY without a carrier, or an address for the sender */
export function requireSender({ settings }: Pick<Platform, 'settings'>, gateway: CarrierGateway | null) {
  const sender = labelSender(settings.current)
  if (!gateway || !sender) throw new Problem('LABELS_NOT_READY')
  return sender
}

/**
 * Asks for a label of each order, in a fixed number of statements; jobs have them made. Of two calls at once, each order gets one.
 * @returns a result for each id, in the order of `orderIds`
 * @throws Problem LABELS_NOT_READY
 */
export async function requestLabels(
  platform: Platform,
  gateway: CarrierGateway | null,
  by: string,
  { orderIds, carrier, serviceCode, weight }: z.output<typeof makeLabels.input>,
): Promise<z.input<typeof LabelResult>[]> {
  requireSender(platform, gateway)
  return platform.db.transaction(async tx => {
    const ids = [...new Set(orderIds)]
    // A service and a weight were chosen for the one order that was looked at.
    const isOne = ids.length === 1
    const given = (isOne && weight) || null
    const locked = await lockOrdersToShip(tx, ids)
    const weights = await weighOrders(tx, ids)
    const candidates = locked.map(({ order }) => ({
      order,
      refusal:
        findLabelRefusal(order) ??
        (given === null && weights.get(order.id)?.isIncomplete ? weightMissing : null),
    }))
    const wanted = candidates
      .filter(({ refusal }) => refusal === null)
      .map(({ order: { id: orderId, pickupPoint } }) => ({
        orderId,
        carrier: pickupPoint?.carrier ?? carrier,
        serviceCode: isOne ? serviceCode : null,
        weightGrams: given ?? weights.get(orderId)?.grams ?? UNKNOWN_WEIGHT,
        pickupPointId: pickupPoint?.id ?? null,
      }))
    const made = await insertLabels(tx, platform, 'SHIPMENT', wanted)
    const entries = made.map(label => ({
      subjectId: label.orderId,
      details: { carrier: carrierNames[label.carrier] },
    }))
    await recordAuditEntries(tx, by, 'LABEL_REQUESTED', entries)
    return orderIds.map(orderId => toResult(orderId, candidates, made))
  })
}

function toResult(
  orderId: string,
  candidates: { order: OrderToShip['order']; refusal: string | null }[],
  made: Awaited<ReturnType<typeof insertLabels>>,
): z.input<typeof LabelResult> {
  const found = candidates.find(({ order }) => order.id === orderId)
  const label = made.find(each => each.orderId === orderId) ?? null
  const existing = label ? null : 'Er is al een label voor deze bestelling.'
  const reason = found ? (found.refusal ?? existing) : 'Bestelling niet gevonden'
  return { orderId, number: found?.order.number ?? null, label, reason }
}

type NewLabel = Pick<typeof shippingLabels.$inferInsert, 'orderId' | 'carrier' | 'weightGrams'> &
  Partial<Pick<typeof shippingLabels.$inferInsert, 'serviceCode' | 'pickupPointId'>>

/** Writes the labels whose order has none of the kind, with their jobs. */
async function insertLabels(tx: Tx, { jobs }: Platform, kind: 'SHIPMENT' | 'RETURN', wanted: NewLabel[]) {
  if (wanted.length === 0) return []
  const made = await tx
    .insert(shippingLabels)
    .values(wanted.map(label => ({ ...label, kind, id: randomUUIDv7() })))
    .onConflictDoNothing()
    .returning(labelColumns)
  await jobs.sendAll(
    tx,
    makeLabelJob,
    made.map(({ id: labelId }) => ({ labelId })),
  )
  return made
}

/**
 * Asks for a return label of an order that was sent.
 * @throws Problem LABELS_NOT_READY; NOT_FOUND; NOT_SENT; LABEL_EXISTS
 */
export async function requestReturnLabel(
  platform: Platform,
  gateway: CarrierGateway | null,
  by: string,
  { orderId, carrier }: z.output<typeof makeReturnLabel.input>,
) {
  requireSender(platform, gateway)
  return platform.db.transaction(async tx => {
    const [found] = await lockOrdersToShip(tx, [orderId])
    if (!found) throw orderNotFound()
    const { order } = found
    if (order.shippingStreet === null || (order.status !== 'SHIPPED' && order.status !== 'DELIVERED'))
      throw new Problem('NOT_SENT')
    const refusal = findCountryRefusal(order.shippingCountry)
    if (refusal !== null) throw new Problem('NOT_SENT', { message: refusal })
    const back = await findUnitsTakenBack(tx, orderId)
    const weight = (await weighOrders(tx, [orderId], back.size > 0 ? back : undefined)).get(orderId)
    // Nobody can weigh a return: without a weight it counts as an average parcel.
    const weightGrams = (weight?.grams ?? 0) + (weight?.isIncomplete === false ? 0 : UNKNOWN_WEIGHT)
    const wanted = { orderId, carrier, weightGrams }
    const made = await insertLabels(tx, platform, 'RETURN', [wanted])
    if (made.length === 0)
      throw new Problem('LABEL_EXISTS', { message: 'Er is al een retourlabel voor deze bestelling.' })
    await recordAuditEntry(tx, {
      by,
      action: 'RETURN_LABEL_REQUESTED',
      subjectId: orderId,
      details: { carrier: carrierNames[carrier] },
    })
    return onlyRow(made)
  })
}

/** The weight of a parcel, in grams, as far as it is known. */
interface ParcelWeight {
  grams: number
  /** Whether some of its products have no weight, while others have: it is heavier than this. */
  isIncomplete: boolean
}

/**
 * Computes the weight of the goods to be sent for each order; an order whose products have no weight is left out.
 * @param units of a return, by the id of the line; without them all that was not refunded
 */
async function weighOrders(
  db: Db,
  orderIds: string[],
  units?: ReadonlyMap<string, number>,
): Promise<Map<string, ParcelWeight>> {
  const quantity = units
    ? sql`coalesce((${JSON.stringify(Object.fromEntries(units))}::jsonb ->> i.id::text)::int, 0)`
    : sql`i.quantity - i.refunded_quantity`
  const rows = await queryRows<{ orderId: string; weight: number; isIncomplete: boolean }>(
    db,
    sql`
    select i.order_id as "orderId", sum((${quantity}) * p.weight)::int as weight,
      bool_or(p.weight = 0) as "isIncomplete"
    from ${orderItems} i join ${products} p on p.id = i.product_id
    where ${inArray(sql`i.order_id`, orderIds)} and not i.is_digital and (${quantity}) > 0
      and i.gift_card is null
    group by 1`,
  )
  return new Map(
    rows.flatMap(({ orderId, weight, isIncomplete }) =>
      weight
        ? [[orderId, { grams: packParcel([{ ...unmeasured, weight }]).weight, isIncomplete }] as const]
        : [],
    ),
  )
}

const weightMissing =
  'Van een product in deze bestelling is het gewicht niet bekend. Weeg het pakket, en maak het label bij de bestelling zelf.'

const unmeasured = { quantity: 1, length: null, width: null, height: null }

/**
 * Finds the weight of an order, and the services that take it there.
 * @throws Problem NOT_FOUND; LABELS_NOT_READY; PROVIDER_UNAVAILABLE
 */
export async function findLabelOptions(
  platform: Platform,
  gateway: CarrierGateway | null,
  orderId: string,
  givenWeight: number | undefined,
) {
  const [found] = await platform.db.transaction(tx => lockOrdersToShip(tx, [orderId]))
  if (!found) throw orderNotFound()
  const sender = requireSender(platform, gateway)
  const { pickupPoint, shippingCountry } = found.order
  const weighed = (await weighOrders(platform.db, [orderId])).get(orderId)
  const weight = givenWeight ?? weighed?.grams ?? UNKNOWN_WEIGHT
  const services = await (gateway as CarrierGateway).listServices({
    from: sender.country,
    to: pickupPoint?.country ?? destinationCode(shippingCountry ?? '') ?? '',
    weightGrams: weight,
    pickupPointId: pickupPoint?.id ?? null,
    isReturn: false,
  })
  const cost = (cents: number | null) => cents ?? Number.MAX_SAFE_INTEGER
  return {
    weight,
    isWeightKnown: weighed?.isIncomplete === false,
    services: services
      .toSorted((a, b) => cost(a.priceCents) - cost(b.priceCents))
      .map(({ priceCents: price, ...service }) => ({ ...service, price })),
  }
}

/**
 * Asks for a label to be cancelled. One of a return has only to be thrown away: an unused one costs nothing.
 * @throws Problem NOT_FOUND
 */
export const requestCancellation = ({ db, jobs }: Platform, by: string, labelId: string) =>
  db.transaction(async tx => {
    const own = eq(shippingLabels.id, labelId)
    const [label] = await tx.select().from(shippingLabels).where(own).for('update')
    if (!label) throw new Problem('NOT_FOUND', { message: 'Dit label bestaat niet meer.' })
    if (label.status === 'REQUESTED' || label.status === 'MADE') {
      const isReturn = label.kind === 'RETURN' && label.status === 'MADE'
      const status = isReturn ? ('CANCELLED' as const) : ('CANCELLING' as const)
      await tx.update(shippingLabels).set({ status, failure: null }).where(and(own))
      if (!isReturn) await jobs.send(tx, cancelLabelJob, { labelId })
      const details = { carrier: carrierNames[label.carrier] }
      await recordAuditEntry(tx, { by, action: 'LABEL_CANCELLED', subjectId: label.orderId, details })
    }
    return onlyRow(await tx.select(labelColumns).from(shippingLabels).where(own))
  })
