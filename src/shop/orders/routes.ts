import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listOrderItems, listOrders, readOrder } from './contract.ts'
import { listOwnOrderItems, listOwnOrders, readOwnOrder } from './service.ts'

export function orderRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listOrders, (_, { userId }) => listOwnOrders(db, userId))
  serve(app, readOrder, ({ orderId }, { userId }) => readOwnOrder(db, userId, orderId))
  serve(app, listOrderItems, ({ orderId }, { userId }) => listOwnOrderItems(db, userId, orderId))
}
