import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { listAllOrders, readAnyOrder, setOrderStatus, setPicked, setTracking } from './contract.ts'
import { readOrderForAdmin } from './desk.service.ts'
import { newestOrders, orderPage } from './list.service.ts'
import { pick, send, setStatus } from './service.ts'

export function fulfilmentRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform
  serve(app, listAllOrders, async ({ page, ...looked }) =>
    page === undefined ? newestOrders(db, looked) : orderPage(db, page, looked),
  )
  serve(app, readAnyOrder, ({ orderId }) => readOrderForAdmin(db, orderId))
  serve(app, setOrderStatus, async ({ orderId, status, ...sending }, { userId }) => {
    await setStatus(platform, userId, orderId, status, sending)
    return readOrderForAdmin(db, orderId)
  })
  serve(app, setTracking, async ({ orderId, ...sent }, { userId }) => {
    await send(platform, userId, orderId, sent)
    return readOrderForAdmin(db, orderId)
  })
  serve(app, setPicked, ({ orderId, itemId, picked }, { userId }) =>
    pick(platform, userId, { orderId, itemId, picked }),
  )
}
