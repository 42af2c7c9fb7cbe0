import type { Db, Tx } from '../../../platform/db/db.ts'
import type { ShippingZone, AdminShippingRate, ZoneFields, RateFields } from './contract.ts'
import { shippingZones, shippingRates } from '../table.ts'
import { asc, eq } from 'drizzle-orm'
import { onlyRow } from '../../../platform/db/sql.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { diffForAudit } from '../../../people/audit/rules.ts'
import { Problem } from '../../../wire/problem.ts'

/** All zones, by name. */
export const findAllZones = (db: Db): Promise<ShippingZone[]> =>
  db
    .select()
    .from(shippingZones)
    .orderBy(asc(shippingZones.name), asc(shippingZones.carrier), asc(shippingZones.id))

/** All rates, by weight. */
export const findAllRates = (db: Db): Promise<AdminShippingRate[]> =>
  db
    .select()
    .from(shippingRates)
    .orderBy(
      asc(shippingRates.weightFrom),
      asc(shippingRates.weightTo),
      asc(shippingRates.price),
      asc(shippingRates.id),
    )

export const insertZone = (db: Db, by: string, zone: ZoneFields): Promise<ShippingZone> =>
  db.transaction(async tx => {
    const made = onlyRow(await tx.insert(shippingZones).values(zone).returning())
    const details = { ...zone }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_ZONE_ADDED', subjectId: made.id, details })
    return made
  })

/** @throws Problem NOT_FOUND */
export const updateZone = (db: Db, by: string, zoneId: string, zone: ZoneFields): Promise<ShippingZone> =>
  db.transaction(async tx => {
    const own = eq(shippingZones.id, zoneId)
    const [before] = await tx.select().from(shippingZones).where(own).for('no key update')
    if (!before) throw zoneNotFound()
    await tx.update(shippingZones).set(zone).where(own)
    const details = diffForAudit(before, zone)
    await recordAuditEntry(tx, { by, action: 'SHIPPING_ZONE_CHANGED', subjectId: zoneId, details })
    return { ...zone, id: zoneId }
  })

/** Deletes a zone with its rates. @throws Problem NOT_FOUND */
export const deleteZone = (db: Db, by: string, zoneId: string): Promise<void> =>
  db.transaction(async tx => {
    const [gone] = await tx.delete(shippingZones).where(eq(shippingZones.id, zoneId)).returning()
    if (!gone) throw zoneNotFound()
    const details = { name: gone.name, carrier: gone.carrier }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_ZONE_REMOVED', subjectId: zoneId, details })
  })

/** @throws Problem INVALID_INPUT when the zone does not exist */
export const insertRate = (db: Db, by: string, rate: RateFields): Promise<AdminShippingRate> =>
  db.transaction(async tx => {
    await assertZoneExists(tx, rate.zoneId)
    const made = onlyRow(await tx.insert(shippingRates).values(rate).returning())
    const details = { ...rate }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_RATE_ADDED', subjectId: made.id, details })
    return made
  })

/** @throws Problem NOT_FOUND; INVALID_INPUT when the zone does not exist */
export const updateRate = (db: Db, by: string, rateId: string, rate: RateFields) =>
  db.transaction(async tx => {
    await assertZoneExists(tx, rate.zoneId)
    const own = eq(shippingRates.id, rateId)
    const [before] = await tx.select().from(shippingRates).where(own).for('update')
    if (!before) throw rateNotFound()
    await tx.update(shippingRates).set(rate).where(own)
    const details = diffForAudit(before, rate)
    await recordAuditEntry(tx, { by, action: 'SHIPPING_RATE_CHANGED', subjectId: rateId, details })
    return { ...rate, id: rateId }
  })

/** @throws Problem NOT_FOUND */
export const deleteRate = (db: Db, by: string, rateId: string): Promise<void> =>
  db.transaction(async tx => {
    const [gone] = await tx.delete(shippingRates).where(eq(shippingRates.id, rateId)).returning()
    if (!gone) throw rateNotFound()
    const { serviceName, weightFrom, weightTo, price } = gone
    const details = { serviceName, weightFrom, weightTo, price }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_RATE_REMOVED', subjectId: rateId, details })
  })

/** Locks the zone, so that it is not removed before the transaction ends. Always before its rates, to avoid deadlocks. */
async function assertZoneExists(tx: Tx, zoneId: string): Promise<void> {
  const own = eq(shippingZones.id, zoneId)
  const [zone] = await tx.select({ id: shippingZones.id }).from(shippingZones).where(own).for('key share')
  if (!zone) throw new Problem('INVALID_INPUT', { fields: { zoneId: 'Deze zone bestaat niet meer.' } })
}

const zoneNotFound = () => new Problem('NOT_FOUND', { message: 'Deze zone bestaat niet meer.' })

const rateNotFound = () => new Problem('NOT_FOUND', { message: 'Dit tarief bestaat niet meer.' })
