import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUpVisits } from './day.service.ts'
import { endSilent, forgetOld } from './ending.service.ts'

const endJob = job<object>('visits.end', 0)
const addUpJob = job<object>('visits.days', 0)
const forgetJob = job<object>('visits.forget', 0)

/** Visits that are over end within five minutes; every night the days that are over are added up, and what is old is forgotten. */
export async function visitJobs({ db, jobs, now }: Platform): Promise<void> {
  await jobs.every('*/5 * * * *', endJob, () => endSilent(db, now()))
  await jobs.every('37 3 * * *', addUpJob, () => addUpVisits(db, now()))
  await jobs.every('7 4 * * *', forgetJob, () => forgetOld(db, now()))
}
