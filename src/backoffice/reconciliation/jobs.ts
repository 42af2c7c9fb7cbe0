import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { runReconciliationChecks } from './service.ts'

const reconcileJob = defineScheduledJob('reconciliation.run')

/** Runs the reconciliation every hour. */
export const reconciliationJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', reconcileJob, async () => void (await runReconciliationChecks(platform)))
