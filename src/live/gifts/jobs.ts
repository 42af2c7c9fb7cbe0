import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpGiftPictures } from './picture.service.ts'

const cleanUpGiftPicturesJob = defineScheduledJob('gifts.sweep')

/** Removes orphaned files every hour. */
export const giftJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('53 * * * *', cleanUpGiftPicturesJob, () => cleanUpGiftPictures(platform))
