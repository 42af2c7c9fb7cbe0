import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseClosedAccounts, anonymizeInvoices } from './erase.service.ts'
import { exportJob, buildExport, cleanUpExports } from './export.service.ts'

const eraseJob = defineJob<object>('accounts.erase', 0)
const anonymizeInvoicesJob = defineJob<object>('invoices.forget', 0)

const cleanUpJob = defineJob<object>('exports.sweep', 0)

/** Closed accounts are erased every hour, exports made when asked for and removed after a week; what the law lets go, every night. */
export async function privacyJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('23 * * * *', eraseJob, () => eraseClosedAccounts(platform))
  await platform.jobs.every('53 * * * *', cleanUpJob, () => cleanUpExports(platform))
  await platform.jobs.work(exportJob, ({ exportId }) => buildExport(platform, exportId))
  await platform.jobs.every('33 4 * * *', anonymizeInvoicesJob, () => anonymizeInvoices(platform))
}
