import { defineScheduledJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sqlTimestamp } from '../../../platform/db/sql.ts'
import { deleteOldCatalogChanges } from './cacheInvalidation.service.ts'
import { applyDueSales, isAnySaleDue } from '../prices/dueSales.service.ts'
import { deleteOrphanedManuals } from '../safety/manual.service.ts'
import { isHoldExpired, releaseExpiredHolds } from '../stock/expiredHolds.service.ts'

const deleteOldChangesJob = defineScheduledJob('catalog.deleteOldChanges')
const releaseHoldsJob = defineScheduledJob('holds.release')
const sweepManualsJob = defineScheduledJob('manuals.cleanUp')
const applySalesJob = defineScheduledJob('sales.apply')

export async function catalogJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  await jobs.every('*/5 * * * *', deleteOldChangesJob, () => deleteOldCatalogChanges(db))
  await jobs.everyMinute(
    releaseHoldsJob,
    () => isHoldExpired(now()),
    () => releaseExpiredHolds(platform),
  )
  await jobs.every('47 * * * *', sweepManualsJob, () => deleteOrphanedManuals(platform))
  // Reading a price applies a sale that is due; this job is for products that nobody reads.
  await jobs.everyMinute(
    applySalesJob,
    () => isAnySaleDue(sqlTimestamp(now())),
    () => applyDueSales(db, now()),
  )
}
