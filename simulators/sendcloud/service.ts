import { randomInt, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../src/platform/db/db.ts'
import { type NewReturn, type NewShipment, SendcloudError, type SendcloudFaults } from './contract.ts'
import { findService, type SimulatedService, statuses } from './data.ts'
import { simulatorParcels, simulatorSendcloudFaults } from './table.ts'

export type Parcel = typeof simulatorParcels.$inferSelect

const READY_TO_SEND = 1000
const DELIVERED = 11
const CANCELLED = 2000

export async function readFaults(db: Db): Promise<SendcloudFaults> {
  const [row] = await db.select().from(simulatorSendcloudFaults)
  return row?.faults ?? {}
}

export async function replaceFaults(db: Db, faults: SendcloudFaults): Promise<void> {
  await db
    .insert(simulatorSendcloudFaults)
    .values({ id: 1, faults })
    .onConflictDoUpdate({ target: simulatorSendcloudFaults.id, set: { faults } })
}

/** In the form of the carrier's. */
const newTrackingNumber = (): string => `3S${randomInt(1e12, 9e12)}`

/** A place that no label goes to, for tests of refusals by a carrier. */
const REFUSED_CITY = 'Nergenshuizen'

function requireService(code: string, kg: number, country: string): SimulatedService {
  const service = findService(code)
  if (!service) throw new SendcloudError(400, 'invalid_choice', 'Unknown shipping option', '/ship_with')
  if (kg > service.maxWeight || service.prices[country] === undefined)
    throw new SendcloudError(
      400,
      'parcel_announcement_error',
      'This shipping option does not take this parcel.',
    )
  return service
}

/** @returns `isNew` false for the shipment that the reference has already */
export async function createShipment(
  db: Db,
  input: z.output<typeof NewShipment>,
  now: Date,
): Promise<{ parcel: Parcel; isNew: boolean }> {
  const externalReference = input.external_reference_id ?? null
  const [known] = externalReference ? await findByReference(db, externalReference) : []
  if (known) return { parcel: known, isNew: false }
  const { properties } = input.ship_with
  const kg = input.parcels[0]?.weight.value ?? 0
  const to = input.to_address
  const service = requireService(properties.shipping_option_code, kg, to['country_code'] ?? '')
  if (to['city'] === REFUSED_CITY)
    throw new SendcloudError(400, 'parcel_announcement_error', 'The address is not valid.', '/to_address')
  if ((service.lastMile === 'service_point') !== ((input.to_service_point ?? null) !== null))
    throw new SendcloudError(400, 'required', 'This option needs a service point.', '/to_service_point')
  const parcel = await insertParcel(db, {
    isReturn: false,
    externalReference,
    orderNumber: input.order_number ?? null,
    serviceCode: service.code,
    carrier: service.carrier,
    fromAddress: input.from_address,
    toAddress: to,
    servicePointId: input.to_service_point?.id ?? null,
    weight: kg.toFixed(3),
    createdAt: now,
  })
  if (parcel) return { parcel, isNew: true }
  const [other] = await findByReference(db, externalReference ?? '')
  return { parcel: other as Parcel, isNew: false }
}

export async function createReturn(db: Db, input: z.output<typeof NewReturn>, now: Date): Promise<Parcel> {
  const { shipping_option_code: code } = input.ship_with
  const service = requireService(code, input.weight.value, input.to_address['country_code'] ?? '')
  if (!service.isReturn) throw new SendcloudError(400, 'invalid', 'Not an option for returns', '/ship_with')
  const made = await insertParcel(db, {
    isReturn: true,
    externalReference: input.external_reference ?? null,
    orderNumber: input.order_number ?? null,
    serviceCode: service.code,
    carrier: service.carrier,
    fromAddress: input.from_address,
    toAddress: input.to_address,
    servicePointId: null,
    weight: input.weight.value.toFixed(3),
    createdAt: now,
  })
  return made as Parcel
}

/** @returns undefined when another request made a shipment of the reference meanwhile */
async function insertParcel(
  db: Db,
  parcel: Omit<typeof simulatorParcels.$inferInsert, 'shipmentId' | 'trackingNumber' | 'statusId'>,
): Promise<Parcel | undefined> {
  const [made] = await db
    .insert(simulatorParcels)
    .values({
      ...parcel,
      shipmentId: parcel.isReturn ? String(randomInt(1e6, 9e6)) : randomUUID(),
      trackingNumber: newTrackingNumber(),
      statusId: READY_TO_SEND,
    })
    .onConflictDoNothing()
    .returning()
  return made
}

export const findByReference = (db: Db, reference: string): Promise<Parcel[]> =>
  db
    .select()
    .from(simulatorParcels)
    .where(and(eq(simulatorParcels.externalReference, reference), eq(simulatorParcels.isReturn, false)))

export async function findShipment(db: Db, shipmentId: string): Promise<Parcel> {
  const [parcel] = await db.select().from(simulatorParcels).where(eq(simulatorParcels.shipmentId, shipmentId))
  if (!parcel) throw new SendcloudError(404, 'not_found', 'Not found')
  return parcel
}

export async function findParcel(db: Db, id: number): Promise<Parcel> {
  const [parcel] = Number.isSafeInteger(id)
    ? await db.select().from(simulatorParcels).where(eq(simulatorParcels.id, id))
    : []
  if (!parcel) throw new SendcloudError(404, 'not_found', 'No Parcel matches the given query.')
  return parcel
}

/** @param before the id of a parcel: the page after it, the newest first */
export const listReturns = (
  db: Db,
  { since, before, limit }: { since: Date; before: number | null; limit: number },
): Promise<Parcel[]> =>
  db
    .select()
    .from(simulatorParcels)
    .where(
      and(
        eq(simulatorParcels.isReturn, true),
        gt(simulatorParcels.createdAt, since),
        before === null ? undefined : lt(simulatorParcels.id, before),
      ),
    )
    .orderBy(desc(simulatorParcels.id))
    .limit(limit)

export const listParcels = (db: Db): Promise<Parcel[]> =>
  db.select().from(simulatorParcels).orderBy(desc(simulatorParcels.id)).limit(100)

/** @throws SendcloudError 409 for a parcel that is cancelled or delivered */
export async function cancelShipment(db: Db, shipmentId: string): Promise<void> {
  const parcel = await findShipment(db, shipmentId)
  if (parcel.statusId === CANCELLED)
    throw new SendcloudError(409, 'invalid', 'This shipment is already being cancelled.')
  if (parcel.statusId === DELIVERED) throw new SendcloudError(409, 'invalid', 'This shipment was delivered.')
  await setStatus(db, parcel.id, CANCELLED)
}

export async function setStatus(db: Db, id: number, statusId: number): Promise<Parcel> {
  if (!(statusId in statuses)) throw new SendcloudError(400, 'invalid', 'Unknown status')
  await db.update(simulatorParcels).set({ statusId }).where(eq(simulatorParcels.id, id))
  return findParcel(db, id)
}
