import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { removeVatRate, setVatRate } from './rates.service.ts'
import { findVatOverview } from './service.ts'

export function vatAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, endpoints.readVatOverview, () => findVatOverview(platform))
  serve(app, endpoints.setVatRate, async (rate, { userId }) => {
    await setVatRate(platform, userId, rate)
    return null
  })
  serve(app, endpoints.removeVatRate, async (rate, { userId }) => {
    await removeVatRate(platform, userId, rate)
    return null
  })
}
