import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import * as endpoints from './contract.ts'
import { countTasks, findDailyStats, computeStats } from './service.ts'

export function statsRoutes(app: FastifyInstance, { db, staleReads, now }: Platform): void {
  const reports = staleReads('statistics')
  serve(app, endpoints.readStats, () => computeStats(reports, now()))
  serve(app, endpoints.readTaskCounts, () => countTasks(db))
  serve(app, endpoints.listDailyStats, ({ days }) => findDailyStats(reports, days, now()))
}
