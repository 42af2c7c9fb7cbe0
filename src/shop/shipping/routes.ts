import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import * as contract from './admin.contract.ts'
import * as service from './service.ts'
import type { CarrierGateway } from './carrier.gateway.ts'
import { calculateShipping, listDeliveryTimes } from './contract.ts'
import { listPickupPoints } from './pickup.contract.ts'
import { createPickupPointFinder } from './pickup.service.ts'
import { rateWithVat } from './terms.service.ts'

/** @param carriers null when there are no pick-up points */
export function shippingRoutes(
  app: FastifyInstance,
  platform: Platform,
  carriers: CarrierGateway | null,
): void {
  const { db } = platform
  const findPickupPoints = createPickupPointFinder(platform, carriers)
  serve(app, listPickupPoints, where => findPickupPoints(where))
  serve(app, calculateShipping, async parcel => {
    const rates = await service.findRatesForParcel(db, parcel)
    return rates.map(rate => ({ ...rate, priceWithVat: rateWithVat(platform, rate.price, parcel.country) }))
  })
  serve(app, listDeliveryTimes, () => service.findDeliveryTimes(db))
  serve(app, contract.listZones, () => service.findAllZones(db))
  serve(app, contract.addZone, (zone, { userId }) => service.insertZone(db, userId, zone))
  serve(app, contract.changeZone, ({ zoneId, ...zone }, { userId }) =>
    service.updateZone(db, userId, zoneId, zone),
  )
  serve(app, contract.removeZone, ({ zoneId }, { userId }) => service.deleteZone(db, userId, zoneId))
  serve(app, contract.listRates, () => service.findAllRates(db))
  serve(app, contract.addRate, (rate, { userId }) => service.insertRate(db, userId, rate))
  serve(app, contract.changeRate, ({ rateId, ...rate }, { userId }) =>
    service.updateRate(db, userId, rateId, rate),
  )
  serve(app, contract.removeRate, ({ rateId }, { userId }) => service.deleteRate(db, userId, rateId))
}
