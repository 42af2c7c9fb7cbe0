import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { cancelBackInStock, listBackInStockRequests, requestBackInStock } from './contract.ts'
import { addRequest, findRequests, removeRequest } from './service.ts'

export function backInStockRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listBackInStockRequests, (_, { userId }) => findRequests(db, userId))
  serve(app, requestBackInStock, ({ productId }, { userId }) =>
    db.transaction(tx => addRequest(tx, userId, productId, now())),
  )
  serve(app, cancelBackInStock, ({ productId }, { userId }) => removeRequest(db, userId, productId))
}
