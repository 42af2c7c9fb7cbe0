import type { FastifyInstance } from 'fastify'
import { collectMetrics } from '../../platform/telemetry/metrics.ts'
import type { Platform } from '../../platform/platform.ts'

/** `/metrics` for Prometheus, where metrics are on. Not authenticated: everyone who can reach it can read it. */
export function metricsRoutes(app: FastifyInstance, { metrics }: Platform): void {
  if (!metrics) return
  app.get('/metrics', async (_, reply) => {
    await collectMetrics(metrics)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
