import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyDeadlines } from './deadlines.service.ts'
import { clearOldCases } from './retention.service.ts'

const notifyDeadlinesJob = defineScheduledJob('contentReports.notifyDeadlines')
const clearOldCasesJob = defineScheduledJob('contentReports.clearOld')

/** Notifies admins of deadlines, every hour, and deletes the data of old cases, every night. */
export async function contentReportJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('12 * * * *', notifyDeadlinesJob, () => notifyDeadlines(platform))
  await platform.jobs.every('41 4 * * *', clearOldCasesJob, () => clearOldCases(platform))
}
