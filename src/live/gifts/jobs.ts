import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpGiftPictures } from './picture.service.ts'

const cleanUpGiftPicturesJob = defineScheduledJob('gifts.cleanUpPictures')

/** Removes orphaned files every hour. */
export const giftJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('53 * * * *', cleanUpGiftPicturesJob, () => cleanUpGiftPictures(platform))
