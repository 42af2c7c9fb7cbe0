import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import * as endpoints from './contract.ts'
import { listChores, listDays, readStats } from './service.ts'

export function figureRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, endpoints.readStats, () => readStats(db, now()))
  serve(app, endpoints.listChores, () => listChores(db))
  serve(app, endpoints.listDays, ({ days }) => listDays(db, days, now()))
}
