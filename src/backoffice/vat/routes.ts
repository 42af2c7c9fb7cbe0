import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import * as endpoints from './contract.ts'
import { correctMinutesVat, correctOrderVat, getMinutesCorrections } from './correction.service.ts'
import { removeVatRate, setVatRate } from './rates.service.ts'
import { findVatOverview } from './service.ts'

export function vatRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, endpoints.readVatOverview, () => findVatOverview(platform))
  serve(app, endpoints.setVatRate, async (rate, { userId }) => {
    await setVatRate(platform, userId, rate)
    return null
  })
  serve(app, endpoints.removeVatRate, async (rate, { userId }) => {
    await removeVatRate(platform, userId, rate)
    return null
  })
  serve(app, endpoints.correctVat, (request, { userId }) => correctOrderVat(platform, userId, request))
  serve(app, endpoints.listMinutesVatCorrections, ({ userId }) => getMinutesCorrections(platform.db, userId))
  serve(app, endpoints.correctVatOfMinutes, (request, { userId }) =>
    correctMinutesVat(platform, userId, request),
  )
}
