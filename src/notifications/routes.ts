import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './contract.ts'
import { markAllRead, markRead, notificationsOf } from './service.ts'

export function notificationRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listNotifications, (_, { userId }) => notificationsOf(db, userId))
  serve(app, markNotificationRead, ({ notificationId }, { userId }) =>
    markRead(db, userId, notificationId, now()),
  )
  serve(app, markAllNotificationsRead, async (_, { userId }) => ({
    read: await markAllRead(db, userId, now()),
  }))
}
