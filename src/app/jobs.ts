import { notifyGivenUpJobs, notifyMissingBackup } from '../backoffice/jobs/watch.service.ts'
import { deleteExpiredIdempotencyKeys } from '../platform/db/idempotency.ts'
import { defineJob } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'

const deleteOldKeysJob = defineJob<object>('idempotencyKeys.deleteOld', 0)
const watchJobsJob = defineJob<object>('jobs.watch', 0)
const watchBackupsJob = defineJob<object>('backups.watch', 0)

/**
 * Deletes expired idempotency keys every night; the table is the platform's, which schedules no jobs. Looks every ten minutes
 * for jobs that were given up, and every hour whether there is a recent backup.
 */
export async function housekeepingJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  const startedAt = now()
  await jobs.every('17 4 * * *', deleteOldKeysJob, () => deleteExpiredIdempotencyKeys(db))
  await jobs.every('*/10 * * * *', watchJobsJob, () => notifyGivenUpJobs(db))
  // Not at the full hour, when many machines begin their backup.
  await jobs.every('30 * * * *', watchBackupsJob, () => notifyMissingBackup(platform, startedAt))
}
