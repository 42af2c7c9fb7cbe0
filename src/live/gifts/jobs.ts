import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpGiftPictures } from './picture.service.ts'

const cleanUpGiftPicturesJob = defineJob<object>('gifts.sweep', 0)

/** Removes orphaned files every hour. */
export const giftJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('53 * * * *', cleanUpGiftPicturesJob, () => cleanUpGiftPictures(platform))
