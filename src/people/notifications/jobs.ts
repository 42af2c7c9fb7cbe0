import type { Platform } from '../../platform/platform.ts'
import type { PushGateway } from './push.gateway.ts'
import { deliverPush, pushJob } from './push.service.ts'
import {
  startDispatching,
  mailUnreadNotifications,
  unreadMailJob,
  smsJob,
  createSmsSender,
} from './delivery.service.ts'
import type { SmsGateway } from './sms.gateway.ts'

interface NotificationGateways {
  push: PushGateway
  /** Null when no provider is set. */
  sms: SmsGateway | null
}

/** Does what is sent to people outside the shop. @returns what makes it pass on what is new, and how to stop that */
export async function notificationJobs(
  platform: Platform,
  { push, sms }: NotificationGateways,
): Promise<{ begin: () => () => Promise<void> }> {
  const { jobs } = platform
  await jobs.work(pushJob, due => deliverPush(platform, push, due))
  await jobs.work(unreadMailJob, ({ userId }) => mailUnreadNotifications(platform, userId))
  const text = sms ? createSmsSender(platform, sms) : async () => undefined
  await jobs.work(smsJob, ({ notificationId }) => text(notificationId))
  return { begin: () => startDispatching(platform) }
}
