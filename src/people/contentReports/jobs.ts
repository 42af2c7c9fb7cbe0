import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyDeadlines } from './deadlines.service.ts'
import { clearOldCases } from './retention.service.ts'

const notifyDeadlinesJob = defineScheduledJob('content-reports.deadlines')
const clearOldCasesJob = defineScheduledJob('content-reports.clean')

/** Tells admins of deadlines, every hour, and deletes what need not be kept any more, every night. */
export async function contentReportJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('12 * * * *', notifyDeadlinesJob, () => notifyDeadlines(platform))
  await platform.jobs.every('41 4 * * *', clearOldCasesJob, () => clearOldCases(platform))
}
