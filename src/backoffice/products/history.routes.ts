import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { readProductHistory } from './history.contract.ts'
import { findProductHistory } from './history.service.ts'

export function productHistoryRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, readProductHistory, ({ productId, limit }) => findProductHistory(db, productId, limit, now()))
}
