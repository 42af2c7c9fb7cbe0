import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseClosedAccounts } from './erase.service.ts'
import { anonymizeInvoices } from './eraseInvoices.service.ts'
import { exportJob, buildExport, cleanUpExports } from './export.service.ts'

const eraseJob = defineScheduledJob('accounts.erase')
const anonymizeInvoicesJob = defineScheduledJob('invoices.anonymizeOld')

const cleanUpJob = defineScheduledJob('exports.cleanUp')

/**
 * Erases closed accounts every hour; builds exports on request and removes them after a week; anonymizes old invoices every
 * night.
 */
export async function privacyJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('23 * * * *', eraseJob, () => eraseClosedAccounts(platform))
  await platform.jobs.every('53 * * * *', cleanUpJob, () => cleanUpExports(platform))
  await platform.jobs.work(exportJob, ({ exportId }) => buildExport(platform, exportId))
  await platform.jobs.every('33 4 * * *', anonymizeInvoicesJob, () => anonymizeInvoices(platform))
}
