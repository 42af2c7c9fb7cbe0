import type { FastifyInstance } from 'fastify'
import type { PaymentProviders } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { cancelOwnOrder } from './refunds/cancel.service.ts'
import { cancelOrder, listOrderItems, listOrders, payAgain, readOrder } from './contract.ts'
import { retryOrderPayment } from './payAgain.service.ts'
import { listOwnOrderItems, listOwnOrders, readOwnOrder } from './service.ts'

export function orderRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentProviders): void {
  const { db, now } = platform
  serve(app, listOrders, (_, { userId }) => listOwnOrders(db, userId))
  serve(app, readOrder, ({ orderId }, { userId }) => readOwnOrder(platform, userId, orderId))
  serve(app, listOrderItems, ({ orderId }, { userId }) => listOwnOrderItems(db, userId, orderId, now()))
  serve(app, payAgain, ({ orderId }, { userId }) => retryOrderPayment(platform, gateways, userId, orderId))
  serve(app, cancelOrder, ({ orderId }, { userId }) => cancelOwnOrder(platform, userId, orderId))
}
