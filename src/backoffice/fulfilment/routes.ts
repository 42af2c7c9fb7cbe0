import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { downloadSlips, shipOrders } from './bulk.contract.ts'
import { shipOrdersByStandardPost } from './bulk.service.ts'
import { listAllOrders, readAnyOrder, setOrderStatus, setPicked, setTracking } from './contract.ts'
import { readOrderForAdmin } from './desk.service.ts'
import { firstOrders, orderPage } from './list.service.ts'
import { markPicked, shipWithTracking, updateOrderStatus } from './service.ts'
import { packingSlips } from './slip.service.ts'

export function fulfilmentRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform
  serve(app, listAllOrders, async ({ page, ...looked }) =>
    page === undefined ? firstOrders(db, looked) : orderPage(db, page, looked),
  )
  serve(app, shipOrders, ({ orderIds }, { userId }) => shipOrdersByStandardPost(platform, userId, orderIds))
  serve(app, downloadSlips, async ({ orderId: orderIds }, _, { reply }) => {
    const { shopName } = platform.settings.current
    const slips = await packingSlips(db, { orderIds, shopName, now: platform.now() })
    await sendFile(reply, slips, true)
    return null
  })
  serve(app, readAnyOrder, ({ orderId }) => readOrderForAdmin(db, orderId))
  serve(app, setOrderStatus, async ({ orderId, status, ...shipment }, { userId }) => {
    await updateOrderStatus(platform, userId, orderId, status, shipment)
    return readOrderForAdmin(db, orderId)
  })
  serve(app, setTracking, async ({ orderId, ...shipment }, { userId }) => {
    await shipWithTracking(platform, userId, orderId, shipment)
    return readOrderForAdmin(db, orderId)
  })
  serve(app, setPicked, ({ orderId, itemId, picked }, { userId }) =>
    markPicked(platform, userId, { orderId, itemId, picked }),
  )
}
