import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { createMetricsReader } from './service.ts'

/** `/metrics` for Prometheus, where metrics are on. Not authenticated: everyone who can reach it can read it. */
export function metricsRoutes(app: FastifyInstance, platform: Platform): void {
  const { metrics: measures } = platform
  if (!measures) return
  const read = createMetricsReader(platform, measures.registry)
  app.get('/metrics', async (_, reply) => reply.type(measures.registry.contentType).send(await read()))
}
