import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { remindEarners } from './reminder.service.ts'
import type { PayeeSources } from './service.ts'

const remindJob = defineScheduledJob('payees.remind')

/** Reminds creators of missing details, each morning. */
export const payeeJobs = (platform: Platform, sources: PayeeSources): Promise<void> =>
  platform.jobs.every('20 9 * * *', remindJob, () => remindEarners(platform, sources))
