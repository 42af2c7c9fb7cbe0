import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpFiles } from './files.service.ts'

const cleanUpFilesJob = defineJob<object>('downloads.clean', 0)

/** Removes files that nobody can download any more, every hour. */
export const downloadJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('43 * * * *', cleanUpFilesJob, () => cleanUpFiles(platform))
