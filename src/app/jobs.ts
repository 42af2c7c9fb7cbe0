import { deleteExpiredIdempotencyKeys } from '../platform/idempotency.ts'
import { defineJob } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'

const deleteOldKeysJob = defineJob<object>('idempotency.forget', 0)

/** Deletes expired idempotency keys every night; the table is the platform's, which schedules no jobs. */
export const housekeepingJobs = ({ db, jobs }: Platform): Promise<void> =>
  jobs.every('17 4 * * *', deleteOldKeysJob, () => deleteExpiredIdempotencyKeys(db))
