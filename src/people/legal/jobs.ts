import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldConsents } from './consent.service.ts'

const deleteOldConsentsJob = defineScheduledJob('consents.deleteOld')

/** Deletes proofs of consent that need not be kept any more, every night. */
export const legalJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('47 4 * * *', deleteOldConsentsJob, () => deleteOldConsents(platform))
