import { and, arrayContains, asc, eq, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db.ts'
import { columnsOf } from '../../platform/sql.ts'
import { REST_OF_WORLD, type Parcel, type ShippingRate } from './contract.ts'
import { parcelFitsRate } from './rules.ts'
import { shippingRates, shippingZones } from './table.ts'

const named = alias(shippingZones, 'named')

/** The rates that cover this parcel, the cheapest first, in one statement. */
export async function findRatesForParcel(db: Db, parcel: Parcel): Promise<ShippingRate[]> {
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
