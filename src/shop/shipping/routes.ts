import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  addRate,
  addZone,
  changeRate,
  changeZone,
  listRates,
  listZones,
  removeRate,
  removeZone,
} from './admin.contract.ts'
import {
  deleteRate,
  deleteZone,
  findAllRates,
  findAllZones,
  findRatesForParcel,
  insertRate,
  insertZone,
  updateRate,
  updateZone,
} from './service.ts'
import { calculateShipping } from './contract.ts'

export function shippingRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, calculateShipping, parcel => findRatesForParcel(db, parcel))
  serve(app, listZones, () => findAllZones(db))
  serve(app, addZone, (zone, { userId }) => insertZone(db, userId, zone))
  serve(app, changeZone, ({ zoneId, ...zone }, { userId }) => updateZone(db, userId, zoneId, zone))
  serve(app, removeZone, ({ zoneId }, { userId }) => deleteZone(db, userId, zoneId))
  serve(app, listRates, () => findAllRates(db))
  serve(app, addRate, (rate, { userId }) => insertRate(db, userId, rate))
  serve(app, changeRate, ({ rateId, ...rate }, { userId }) => updateRate(db, userId, rateId, rate))
  serve(app, removeRate, ({ rateId }, { userId }) => deleteRate(db, userId, rateId))
}
