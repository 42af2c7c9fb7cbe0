import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { countTasks, findDailyStats, computeStats } from './service.ts'

export function statsRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, endpoints.readStats, () => computeStats(db, now()))
  serve(app, endpoints.readTaskCounts, () => countTasks(db))
  serve(app, endpoints.listDailyStats, ({ days }) => findDailyStats(db, days, now()))
}
