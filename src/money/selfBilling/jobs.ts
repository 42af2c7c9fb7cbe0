import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { issueSelfBilledInvoices } from './issue.service.ts'

const issueJob = defineScheduledJob('selfBilling.issue')

/** Makes the invoices of the months that are over, each morning: details that come late are not waited for a month. */
export const selfBillingJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('40 6 * * *', issueJob, () => issueSelfBilledInvoices(platform))
