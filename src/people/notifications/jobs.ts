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

/**
 * Runs the jobs for push messages, mails and text messages.
 * @returns `begin` starts dispatching and returns how to stop it
 */
export async function notificationJobs(
  platform: Platform,
  { push, sms }: NotificationGateways,
): Promise<{ begin: () => () => Promise<void> }> {
  const { jobs } = platform
  await jobs.work(pushJob, due => deliverPush(platform, push, due))
  await jobs.work(unreadMailJob, ({ userId }) => mailUnreadNotifications(platform, userId))
  const sendSms = sms ? createSmsSender(platform, sms) : async () => undefined
  await jobs.work(smsJob, ({ notificationId }) => sendSms(notificationId))
  return { begin: () => startDispatching(platform) }
}
