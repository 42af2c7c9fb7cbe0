import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetOldChanges } from './change.service.ts'

const forgetChangesJob = job<object>('catalog.forgetChanges', 0)

export const catalogJobs = ({ db, jobs }: Platform): Promise<void> =>
  jobs.every('*/5 * * * *', forgetChangesJob, () => forgetOldChanges(db))
