import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpCreatorPictures } from './picture.service.ts'
import { deleteExpiredSlugs } from './leaving.service.ts'

const cleanUpJob = defineScheduledJob('creatorPages.cleanUp')

/** Removes orphaned files, and addresses whose year is over, every hour. */
export const creatorPageJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', cleanUpJob, async () => {
    await cleanUpCreatorPictures(platform)
    await deleteExpiredSlugs(platform)
  })
