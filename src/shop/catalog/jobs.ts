import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldCatalogChanges } from './cacheInvalidation.service.ts'
import { releaseExpiredHolds } from './stock.service.ts'

const deleteOldChangesJob = defineScheduledJob('catalog.forgetChanges')
const releaseHoldsJob = defineScheduledJob('holds.release')

export async function catalogJobs(platform: Platform): Promise<void> {
  const { db, jobs } = platform
  await jobs.every('*/5 * * * *', deleteOldChangesJob, () => deleteOldCatalogChanges(db))
  await jobs.every('* * * * *', releaseHoldsJob, () => releaseExpiredHolds(platform))
}
