import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { apply, applyJob } from './apply.service.ts'
import { checkJob } from './bulk.service.ts'
import { check, sweepBulks } from './import.service.ts'

const sweepJob = job<object>('assortment.sweep', 0)

/** Large edits and imports are looked at and done when asked for; what is a week old is forgotten every night. */
export async function assortmentJobs(platform: Platform): Promise<void> {
  await platform.jobs.work(checkJob, ({ bulkId }) => check(platform, bulkId))
  await platform.jobs.work(applyJob, ({ bulkId }) => apply(platform.db, bulkId))
  await platform.jobs.every('43 3 * * *', sweepJob, () => sweepBulks(platform))
}
