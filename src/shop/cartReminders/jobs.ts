import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { remindOfCarts } from './service.ts'

const remindOfCartsJob = defineScheduledJob('cartReminders.mail')

export async function cartReminderJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('*/10 * * * *', remindOfCartsJob, () => remindOfCarts(platform))
}
