import type { Platform } from '../../platform/platform.ts'
import type { PushGateway } from './push.gateway.ts'
import { deliverPush, pushJob } from './push.service.ts'
import { keepPassingOn, mailWaiting, newsMailJob, smsJob, texter } from './reach.service.ts'
import type { SmsGateway } from './sms.gateway.ts'

interface Doors {
  push: PushGateway
  /** Null when no provider is set. */
  sms: SmsGateway | null
}

/** Does what is sent to people outside the shop. @returns what makes it pass on what is new, and how to stop that */
export async function notificationJobs(
  platform: Platform,
  { push, sms }: Doors,
): Promise<{ begin: () => () => Promise<void> }> {
  const { jobs } = platform
  await jobs.work(pushJob, due => deliverPush(platform, push, due))
  await jobs.work(newsMailJob, ({ userId }) => mailWaiting(platform, userId))
  const text = sms ? texter(platform, sms) : async () => undefined
  await jobs.work(smsJob, ({ notificationId }) => text(notificationId))
  return { begin: () => keepPassingOn(platform) }
}
