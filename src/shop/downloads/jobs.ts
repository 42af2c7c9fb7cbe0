import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpFiles } from './files.service.ts'

const cleanUpFilesJob = defineScheduledJob('downloads.cleanUp')

/** Removes files that nobody can download any more, every hour. */
export const downloadJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('43 * * * *', cleanUpFilesJob, () => cleanUpFiles(platform))
