import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { endOldAgreements, hasUnsigned } from './service.ts'

const endOldAgreementsJob = defineScheduledJob('agreements.endOld')

/** Gives creators 30 days to sign a text that was published. */
export const agreementJobs = (platform: Platform): Promise<void> =>
  platform.jobs.everyMinute(endOldAgreementsJob, hasUnsigned, () => endOldAgreements(platform))
