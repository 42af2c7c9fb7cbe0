import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { eraseDue, forgetBuyers } from './erase.service.ts'
import { exportJob, makeExport, sweepExports } from './export.service.ts'

const eraseJob = job<object>('accounts.erase', 0)
const buyersJob = job<object>('invoices.forget', 0)

const sweepJob = job<object>('exports.sweep', 0)

/** Closed accounts are erased every hour, exports made when asked for and removed after a week; what the law lets go, every night. */
export async function privacyJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('23 * * * *', eraseJob, () => eraseDue(platform))
  await platform.jobs.every('53 * * * *', sweepJob, () => sweepExports(platform))
  await platform.jobs.work(exportJob, ({ exportId }) => makeExport(platform, exportId))
  await platform.jobs.every('33 4 * * *', buyersJob, () => forgetBuyers(platform))
}
