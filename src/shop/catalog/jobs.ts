import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { sqlTimestamp } from '../../platform/sql.ts'
import { deleteOldCatalogChanges } from './cacheInvalidation.service.ts'
import { applyDueSales, isAnySaleDue } from './prices/dueSales.service.ts'
import { deleteOrphanedManuals } from './safety/manual.service.ts'
import { isHoldExpired, releaseExpiredHolds } from './expiredHolds.service.ts'

const deleteOldChangesJob = defineScheduledJob('catalog.forgetChanges')
const releaseHoldsJob = defineScheduledJob('holds.release')
const sweepManualsJob = defineScheduledJob('manuals.sweep')
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
  // Whoever reads a price finds what is due; this is for what nobody reads.
  await jobs.everyMinute(
    applySalesJob,
    () => isAnySaleDue(sqlTimestamp(now())),
    () => applyDueSales(db, now()),
  )
}
