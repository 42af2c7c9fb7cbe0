import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteOldImages, eraseEndedProofs } from './document.service.ts'
import { withdrawForgottenDrafts } from './service.ts'

const cleanUpJob = defineScheduledJob('applications.cleanUp')

/** Every hour: forgotten drafts, and photos and proofs whose term is over. */
export const applicationJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', cleanUpJob, async () => {
    await withdrawForgottenDrafts(platform)
    await deleteOldImages(platform)
    await eraseEndedProofs(platform)
  })
