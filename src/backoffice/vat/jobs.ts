import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { warnOfThreshold } from './service.ts'

const thresholdJob = defineScheduledJob('vat.threshold')

/** Looks each morning how much was sold across borders. */
export const vatJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('13 6 * * *', thresholdJob, () => warnOfThreshold(platform))
