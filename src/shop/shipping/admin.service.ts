import { asc, eq } from 'drizzle-orm'
import { diffForAudit } from '../../people/audit/rules.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { AdminRate, ShippingZone } from './admin.contract.ts'
import { shippingRates, shippingZones } from './table.ts'

/** All zones, in the order of their names. */
export const allZones = (db: Db): Promise<ShippingZone[]> =>
  db
    .select()
    .from(shippingZones)
    .orderBy(asc(shippingZones.name), asc(shippingZones.carrier), asc(shippingZones.id))

/** All rates, the lightest first. */
export const allRates = (db: Db): Promise<AdminRate[]> =>
  db
    .select()
    .from(shippingRates)
    .orderBy(
      asc(shippingRates.weightFrom),
      asc(shippingRates.weightTo),
      asc(shippingRates.price),
      asc(shippingRates.id),
    )

export const makeZone = (db: Db, by: string, zone: Omit<ShippingZone, 'id'>): Promise<ShippingZone> =>
  db.transaction(async tx => {
    const [made] = (await tx.insert(shippingZones).values(zone).returning()) as [ShippingZone]
    await recordAuditEntry(tx, {
      by,
      action: 'SHIPPING_ZONE_ADDED',
      subjectId: made.id,
      details: { ...zone },
    })
    return made
  })

/** @throws Problem NOT_FOUND */
export const setZone = (
  db: Db,
  by: string,
  zoneId: string,
  zone: Omit<ShippingZone, 'id'>,
): Promise<ShippingZone> =>
  db.transaction(async tx => {
    const own = eq(shippingZones.id, zoneId)
    const [before] = await tx.select().from(shippingZones).where(own).for('no key update')
    if (!before) throw zoneGone()
    await tx.update(shippingZones).set(zone).where(own)
    const details = diffForAudit(before, zone)
    await recordAuditEntry(tx, { by, action: 'SHIPPING_ZONE_CHANGED', subjectId: zoneId, details })
    return { ...zone, id: zoneId }
  })

/** Its rates go with it. @throws Problem NOT_FOUND */
export const dropZone = (db: Db, by: string, zoneId: string): Promise<null> =>
  db.transaction(async tx => {
    const [gone] = await tx.delete(shippingZones).where(eq(shippingZones.id, zoneId)).returning()
    if (!gone) throw zoneGone()
    const details = { name: gone.name, carrier: gone.carrier }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_ZONE_REMOVED', subjectId: zoneId, details })
    return null
  })

/** @throws Problem INVALID_INPUT when the zone is gone */
export const makeRate = (db: Db, by: string, rate: Omit<AdminRate, 'id'>): Promise<AdminRate> =>
  db.transaction(async tx => {
    await mustHaveZone(tx, rate.zoneId)
    const [made] = (await tx.insert(shippingRates).values(rate).returning()) as [AdminRate]
    await recordAuditEntry(tx, {
      by,
      action: 'SHIPPING_RATE_ADDED',
      subjectId: made.id,
      details: { ...rate },
    })
    return made
  })

/** @throws Problem NOT_FOUND; INVALID_INPUT when the zone is gone */
export const setRate = (
  db: Db,
  by: string,
  rateId: string,
  rate: Omit<AdminRate, 'id'>,
): Promise<AdminRate> =>
  db.transaction(async tx => {
    await mustHaveZone(tx, rate.zoneId)
    const own = eq(shippingRates.id, rateId)
    const [before] = await tx.select().from(shippingRates).where(own).for('update')
    if (!before) throw rateGone()
    await tx.update(shippingRates).set(rate).where(own)
    const details = diffForAudit(before, rate)
    await recordAuditEntry(tx, { by, action: 'SHIPPING_RATE_CHANGED', subjectId: rateId, details })
    return { ...rate, id: rateId }
  })

/** @throws Problem NOT_FOUND */
export const dropRate = (db: Db, by: string, rateId: string): Promise<null> =>
  db.transaction(async tx => {
    const [gone] = await tx.delete(shippingRates).where(eq(shippingRates.id, rateId)).returning()
    if (!gone) throw rateGone()
    const { serviceName, weightFrom, weightTo, price } = gone
    const details = { serviceName, weightFrom, weightTo, price }
    await recordAuditEntry(tx, { by, action: 'SHIPPING_RATE_REMOVED', subjectId: rateId, details })
    return null
  })

/** Locked, so that it is not removed meanwhile. */
async function mustHaveZone(tx: Tx, zoneId: string): Promise<void> {
  const own = eq(shippingZones.id, zoneId)
  const [zone] = await tx.select({ id: shippingZones.id }).from(shippingZones).where(own).for('key share')
  if (!zone) throw new Problem('INVALID_INPUT', { fields: { zoneId: 'Deze zone bestaat niet meer.' } })
}

const zoneGone = () => new Problem('NOT_FOUND', { message: 'Deze zone bestaat niet meer.' })
const rateGone = () => new Problem('NOT_FOUND', { message: 'Dit tarief bestaat niet meer.' })
