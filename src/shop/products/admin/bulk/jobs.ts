import { defineScheduledJob } from '../../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { runApply, applyBulkEditJob } from './apply.service.ts'
import { checkBulkEditJob } from './service.ts'
import { checkBulkEdit, cleanUpBulkEdits } from '../imports/service.ts'

const cleanUpJob = defineScheduledJob('bulkEdits.cleanUp')

/** Checks and applies large bulk edits on request; deletes those older than a week every night. */
export async function productJobs(platform: Platform): Promise<void> {
  await platform.jobs.work(checkBulkEditJob, ({ bulkId }) => checkBulkEdit(platform, bulkId))
  await platform.jobs.work(applyBulkEditJob, ({ bulkId }) => runApply(platform, bulkId))
  await platform.jobs.every('43 3 * * *', cleanUpJob, () => cleanUpBulkEdits(platform))
}
