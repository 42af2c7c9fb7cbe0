import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { calculateShipping } from './contract.ts'
import { ratesFor } from './service.ts'

export function shippingRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, calculateShipping, parcel => ratesFor(db, parcel))
}
