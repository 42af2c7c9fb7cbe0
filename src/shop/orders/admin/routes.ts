import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../../platform/http/download.ts'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { shipOrdersByStandardPost, markPicked, shipWithTracking, updateOrderStatus } from './service.ts'
import { deliverRemainingLines } from '../lines/service.ts'
import { issueOrderRefund } from '../refunds/service.ts'
import { findAdminOrder, type OrderDetailSources } from './orderDetail.service.ts'
import { findOrdersUnpaged, findOrderPage } from './list.service.ts'
import { renderPackingSlips } from './packingSlip.service.ts'

export function orderAdminRoutes(app: FastifyInstance, platform: Platform, others: OrderDetailSources): void {
  const { db } = platform
  serve(app, endpoints.deliverOrder, ({ orderId }, { userId }) =>
    deliverRemainingLines(platform, userId, orderId),
  )
  serveWithContext(app, endpoints.refundOrder, (input, { userId }, { idempotencyKey }) =>
    issueOrderRefund(platform, input, { userId, key: idempotencyKey, operation: 'refund', input }),
  )
  serve(app, endpoints.listAdminOrders, async ({ page, ...looked }) =>
    page === undefined ? findOrdersUnpaged(db, looked) : findOrderPage(db, page, looked),
  )
  serve(app, endpoints.shipOrders, ({ orderIds }, { userId }) =>
    shipOrdersByStandardPost(platform, userId, orderIds),
  )
  serveWithContext(app, endpoints.downloadPackingSlips, async ({ orderId: orderIds }, _, { reply }) => {
    const { shopName } = platform.settings.current
    const slips = await renderPackingSlips(platform, { orderIds, shopName, now: platform.now() })
    await sendFile(reply, slips, true)
    return null
  })
  serve(app, endpoints.readAdminOrder, ({ orderId }) => findAdminOrder(platform, others, orderId))
  serve(app, endpoints.setOrderStatus, async ({ orderId, status, ...shipment }, { userId }) => {
    await updateOrderStatus(platform, userId, orderId, status, shipment)
    return findAdminOrder(platform, others, orderId)
  })
  serve(app, endpoints.setTracking, async ({ orderId, ...shipment }, { userId }) => {
    await shipWithTracking(platform, userId, orderId, shipment)
    return findAdminOrder(platform, others, orderId)
  })
  serve(app, endpoints.setPicked, ({ orderId, itemId, picked }, { userId }) =>
    markPicked(platform, userId, { orderId, itemId, picked }),
  )
}
