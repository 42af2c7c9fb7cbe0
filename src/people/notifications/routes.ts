import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  unsubscribeFromPush,
  subscribeToPush,
  readChannels,
} from './contract.ts'
import type { PushGateway } from './push.gateway.ts'
import { deletePushSubscription, savePushSubscription } from './push.service.ts'
import type { SmsGateway } from './sms.gateway.ts'
import { setAllNotificationsRead, setNotificationRead, findNotifications } from './service.ts'

export function notificationRoutes(
  app: FastifyInstance,
  { config, db, now }: Platform,
  { push, sms }: { push: PushGateway; sms: SmsGateway | null },
): void {
  const context = () => ({ now: now(), countdownSeconds: config.countdownSeconds })
  serve(app, listNotifications, (_, { userId }) => findNotifications(db, userId, context()))
  serve(app, markNotificationRead, ({ notificationId }, { userId }) =>
    setNotificationRead(db, userId, notificationId, context()),
  )
  serve(app, markAllNotificationsRead, async (_, { userId }) => ({
    read: await setAllNotificationsRead(db, userId, now()),
  }))
  serve(app, readChannels, () => ({ pushKey: push.publicKey, sms: sms !== null }))
  serve(app, subscribeToPush, (subscription, user) => savePushSubscription(db, push, user, subscription))
  serve(app, unsubscribeFromPush, ({ endpoint }, { userId }) => deletePushSubscription(db, userId, endpoint))
}
