import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { runApply, applyBulkEditJob } from './bulkApply.service.ts'
import { checkBulkEditJob } from './bulk.service.ts'
import { checkBulkEdit, cleanUpBulkEdits } from './import.service.ts'

const cleanUpJob = defineJob<object>('assortment.sweep', 0)

/** Large edits and imports are looked at and done when asked for; what is a week old is forgotten every night. */
export async function productJobs(platform: Platform): Promise<void> {
  await platform.jobs.work(checkBulkEditJob, ({ bulkId }) => checkBulkEdit(platform, bulkId))
  await platform.jobs.work(applyBulkEditJob, ({ bulkId }) => runApply(platform.db, bulkId))
  await platform.jobs.every('43 3 * * *', cleanUpJob, () => cleanUpBulkEdits(platform))
}
