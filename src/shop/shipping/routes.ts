import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
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
}
