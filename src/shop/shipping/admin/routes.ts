import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export function shippingAdminRoutes(app: FastifyInstance, { db }: Platform): void {
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
