import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AttachPictures, processPicture, cleanupPictures } from './processing.service.ts'
import { processPictureJob } from './service.ts'

const cleanupJob = defineJob<object>('pictures.sweep', 0)

/** Pictures are drawn as they come; what nobody has goes every hour. */
export async function pictureJobs(platform: Platform, attach: AttachPictures): Promise<void> {
  await platform.jobs.work(processPictureJob, ({ pictureId }) => processPicture(platform, attach, pictureId))
  await platform.jobs.every('37 * * * *', cleanupJob, () => cleanupPictures(platform))
}
