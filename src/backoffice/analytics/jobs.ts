import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { rollUpVisits } from './aggregation.service.ts'
import { endIdleVisits, deleteOldAnalytics } from './visitEnd.service.ts'

const endIdleVisitsJob = defineScheduledJob('visits.endIdle')
const rollUpJob = defineScheduledJob('visits.aggregateDays')
const deleteOldJob = defineScheduledJob('visits.deleteOld')

/** Ends idle visits every five minutes; rolls up days and deletes old data every night. */
export async function analyticsJobs({ db, jobs, now }: Platform): Promise<void> {
  await jobs.every('*/5 * * * *', endIdleVisitsJob, () => endIdleVisits(db, now()))
  await jobs.every('37 3 * * *', rollUpJob, () => rollUpVisits(db, now()))
  await jobs.every('7 4 * * *', deleteOldJob, () => deleteOldAnalytics(db, now()))
}
