import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './contract.ts'
import type { PushGateway } from './push.gateway.ts'
import { dropSubscription, keepSubscription } from './push.service.ts'
import { dropPush, keepPush, readChannels } from './reach.contract.ts'
import type { SmsGateway } from './sms.gateway.ts'
import { markAllRead, markRead, notificationsOf } from './service.ts'

export function notificationRoutes(
  app: FastifyInstance,
  { db, now }: Platform,
  { push, sms }: { push: PushGateway; sms: SmsGateway | null },
): void {
  serve(app, listNotifications, (_, { userId }) => notificationsOf(db, userId))
  serve(app, markNotificationRead, ({ notificationId }, { userId }) =>
    markRead(db, userId, notificationId, now()),
  )
  serve(app, markAllNotificationsRead, async (_, { userId }) => ({
    read: await markAllRead(db, userId, now()),
  }))
  serve(app, readChannels, () => ({ pushKey: push.publicKey, sms: sms !== null }))
  serve(app, keepPush, (subscription, who) => keepSubscription(db, push, who, subscription))
  serve(app, dropPush, ({ endpoint }, { userId }) => dropSubscription(db, userId, endpoint))
}
