import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { readHistory } from './history.contract.ts'
import { historyOf } from './history.service.ts'

export function historyRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, readHistory, ({ productId, limit }) => historyOf(db, productId, limit, now()))
}
