import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AttachPictures, processPicture, cleanupPictures } from './processing.service.ts'
import { processPictureJob } from './service.ts'

const cleanupJob = defineScheduledJob('pictures.cleanUp')

/** Processes pictures when they are uploaded; every hour deletes those without an owner. */
export async function pictureJobs(platform: Platform, attach: AttachPictures): Promise<void> {
  await platform.jobs.work(processPictureJob, ({ pictureId }) => processPicture(platform, attach, pictureId))
  await platform.jobs.every('37 * * * *', cleanupJob, () => cleanupPictures(platform))
}
