import { defineScheduledJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { warnOfThreshold } from './service.ts'

const thresholdJob = defineScheduledJob('vat.checkThreshold')

/** Compares each morning the sales across borders with the threshold. */
export async function vatJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('13 6 * * *', thresholdJob, () => warnOfThreshold(platform))
}
