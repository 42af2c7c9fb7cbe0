import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { rollUpDailyStats } from './service.ts'

const rollUpJob = defineJob<object>('figures.days', 0)

/** Every night the days that are over are added up. */
export const statsJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('23 3 * * *', rollUpJob, () => rollUpDailyStats(db, now()))
