import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { createWeeklyRun, type PayoutSources } from './service.ts'

const weeklyJob = defineScheduledJob('payouts.weekly')

/** Makes a run each Monday morning, where the shop pays each week. */
export const payoutJobs = (platform: Platform, sources: PayoutSources): Promise<void> =>
  platform.jobs.every('10 7 * * 1', weeklyJob, () => createWeeklyRun(platform, sources))
