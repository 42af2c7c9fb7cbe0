import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { addUpDays } from './service.ts'

const addUpJob = job<object>('figures.days', 0)

/** Every night the days that are over are added up. */
export const figureJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('23 3 * * *', addUpJob, () => addUpDays(db, now()))
