import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { rollUpDailyStats, notifyDaySummary } from './service.ts'

const rollUpJob = defineScheduledJob('stats.aggregateDays')
const summaryJob = defineScheduledJob('stats.sendSummary')

/** Rolls up the past days every night, and tells admins at eight in the morning of the day before. */
export async function statsJobs({ db, jobs, now }: Platform): Promise<void> {
  await jobs.every('23 3 * * *', rollUpJob, () => rollUpDailyStats(db, now()))
  await jobs.every('0 8 * * *', summaryJob, () => notifyDaySummary({ db, now }))
}
