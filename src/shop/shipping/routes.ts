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
  allRates,
  allZones,
  dropRate,
  dropZone,
  makeRate,
  makeZone,
  setRate,
  setZone,
} from './admin.service.ts'
import { calculateShipping } from './contract.ts'
import { ratesFor } from './service.ts'

export function shippingRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, calculateShipping, parcel => ratesFor(db, parcel))
  serve(app, listZones, () => allZones(db))
  serve(app, addZone, (zone, { userId }) => makeZone(db, userId, zone))
  serve(app, changeZone, ({ zoneId, ...zone }, { userId }) => setZone(db, userId, zoneId, zone))
  serve(app, removeZone, ({ zoneId }, { userId }) => dropZone(db, userId, zoneId))
  serve(app, listRates, () => allRates(db))
  serve(app, addRate, (rate, { userId }) => makeRate(db, userId, rate))
  serve(app, changeRate, ({ rateId, ...rate }, { userId }) => setRate(db, userId, rateId, rate))
  serve(app, removeRate, ({ rateId }, { userId }) => dropRate(db, userId, rateId))
}
