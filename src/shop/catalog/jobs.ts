import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldCatalogChanges } from './cacheInvalidation.service.ts'
import { releaseExpiredHolds } from './stock.service.ts'

const deleteOldChangesJob = defineJob<object>('catalog.forgetChanges', 0)
const releaseHoldsJob = defineJob<object>('holds.release', 0)

export async function catalogJobs(platform: Platform): Promise<void> {
  const { db, jobs } = platform
  await jobs.every('*/5 * * * *', deleteOldChangesJob, () => deleteOldCatalogChanges(db))
  await jobs.every('* * * * *', releaseHoldsJob, () => releaseExpiredHolds(platform))
}
