import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldCatalogChanges } from './cacheInvalidation.service.ts'

const deleteOldChangesJob = defineJob<object>('catalog.forgetChanges', 0)

export const catalogJobs = ({ db, jobs }: Platform): Promise<void> =>
  jobs.every('*/5 * * * *', deleteOldChangesJob, () => deleteOldCatalogChanges(db))
