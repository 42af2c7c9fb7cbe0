import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { rollUpDailyStats } from './service.ts'
import { notifyDaySummary } from './summary.service.ts'

const rollUpJob = defineScheduledJob('figures.days')
const summaryJob = defineScheduledJob('figures.summary')

/** Rolls up the past days every night, and tells admins at eight in the morning of the day before. */
export async function statsJobs({ db, jobs, now }: Platform): Promise<void> {
  await jobs.every('23 3 * * *', rollUpJob, () => rollUpDailyStats(db, now()))
  await jobs.every('0 8 * * *', summaryJob, () => notifyDaySummary({ db, now }))
}
