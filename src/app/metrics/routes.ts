import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { standing } from './service.ts'

/** `/metrics` for Prometheus, where something is measured. Whoever reaches it may read it. */
export function metricsRoutes(app: FastifyInstance, platform: Platform): void {
  const { measures } = platform
  if (!measures) return
  const read = standing(platform, measures.registry)
  app.get('/metrics', async (_, reply) => reply.type(measures.registry.contentType).send(await read()))
}
