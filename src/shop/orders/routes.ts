import type { FastifyInstance } from 'fastify'
import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { cancelOwnOrder } from './cancel.service.ts'
import {
  cancelOrder,
  deliverOrder,
  listOrderItems,
  listOrders,
  payAgain,
  readOrder,
  refundOrder,
} from './contract.ts'
import { deliverRemainingLines } from './digital.service.ts'
import { retryOrderPayment } from './payAgain.service.ts'
import { issueOrderRefund } from './refund.service.ts'
import { listOwnOrderItems, listOwnOrders, readOwnOrder } from './service.ts'

export function orderRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentGateways): void {
  const { db, now } = platform
  serve(app, listOrders, (_, { userId }) => listOwnOrders(db, userId))
  serve(app, readOrder, ({ orderId }, { userId }) => readOwnOrder(platform, userId, orderId))
  serve(app, listOrderItems, ({ orderId }, { userId }) => listOwnOrderItems(db, userId, orderId, now()))
  serve(app, payAgain, ({ orderId }, { userId }) => retryOrderPayment(platform, gateways, userId, orderId))
  serve(app, cancelOrder, ({ orderId }, { userId }) => cancelOwnOrder(platform, userId, orderId))
  serve(app, deliverOrder, ({ orderId }, { userId }) => deliverRemainingLines(platform, userId, orderId))
  serve(app, refundOrder, (input, { userId }, { idempotencyKey }) =>
    issueOrderRefund(platform, input, { userId, key: idempotencyKey, operation: 'refund', input }),
  )
}
