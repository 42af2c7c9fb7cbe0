import { and, arrayContains, asc, eq, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf, queryRows } from '../../platform/db/sql.ts'
import { type DeliveryTimes, type Parcel, REST_OF_WORLD, type ShippingRate } from './contract.ts'
import { parcelFitsRate } from './price.rules.ts'
import { shippingRates, shippingZones } from './table.ts'

const named = alias(shippingZones, 'named')

type NetRate = Omit<ShippingRate, 'priceWithVat'>

/** The rates that cover this parcel, without VAT, the cheapest first, in one statement. */
export async function findRatesForParcel(db: Db, parcel: Parcel): Promise<NetRate[]> {
  const { country, weight } = parcel
  const isNamed = db
    .select({ one: sql`1` })
    .from(named)
    .where(and(eq(named.isActive, true), arrayContains(named.countries, [country])))
  const goesThere = or(
    arrayContains(shippingZones.countries, [country]),
    and(arrayContains(shippingZones.countries, [REST_OF_WORLD]), notExists(isNamed)),
  )
  const rates = await db
    .select({
      ...columnsOf(shippingRates, 'id', 'serviceName', 'price', 'deliveryTime', 'weightTo'),
      ...columnsOf(shippingRates, 'maxLength', 'maxWidth', 'maxHeight'),
      zone: columnsOf(shippingZones, 'name', 'carrier'),
    })
    .from(shippingRates)
    .innerJoin(shippingZones, eq(shippingZones.id, shippingRates.zoneId))
    .where(
      and(
        eq(shippingZones.isActive, true),
        eq(shippingRates.isActive, true),
        goesThere,
        sql`${shippingRates.weightFrom} < ${weight}::float8 and ${weight}::float8 <= ${shippingRates.weightTo}`,
      ),
    )
    .orderBy(asc(shippingRates.price), asc(shippingRates.serviceName), asc(shippingRates.id))
  return rates.filter(rate => parcelFitsRate(parcel, rate))
}

/** How long parcels take by the rates in use: the Netherlands first, then the zones of few countries, and the rest of the world last. */
export const findDeliveryTimes = (db: Db): Promise<DeliveryTimes[]> =>
  queryRows<DeliveryTimes>(
    db,
    sql`
    select z.name as zone, array_agg(distinct r.delivery_time) as times
    from ${shippingZones} z join ${shippingRates} r on r.zone_id = z.id
    where z.is_active and r.is_active
    group by z.name
    order by bool_or('NL' = any(z.countries)) desc, bool_or(${REST_OF_WORLD} = any(z.countries)),
      min(cardinality(z.countries)), z.name`,
  )
