import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { runReconciliationChecks } from './service.ts'

const reconcileJob = defineJob<object>('books.audit', 0)

/** The book-keeper comes by every hour. */
export const reconciliationJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', reconcileJob, async () => void (await runReconciliationChecks(platform)))
