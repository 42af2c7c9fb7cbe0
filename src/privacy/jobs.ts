import { job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { eraseDue, forgetBuyers } from './erase.service.ts'

const eraseJob = job<object>('accounts.erase', 0)
const buyersJob = job<object>('invoices.forget', 0)

/** Closed accounts are erased every hour; what the law lets go, every night. */
export async function privacyJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('23 * * * *', eraseJob, () => eraseDue(platform))
  await platform.jobs.every('33 4 * * *', buyersJob, () => forgetBuyers(platform))
}
