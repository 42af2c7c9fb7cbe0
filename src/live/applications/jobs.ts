import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpImages } from './document.service.ts'
import { deleteOldRequests } from './provider.service.ts'
import { withdrawForgottenDrafts } from './service.ts'

const cleanUpJob = defineScheduledJob('applications.cleanUp')

/** Every hour: photos whose term is over, forgotten drafts, and old visits to the identity provider. */
export const applicationJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', cleanUpJob, async () => {
    await withdrawForgottenDrafts(platform)
    await cleanUpImages(platform)
    await deleteOldRequests(platform)
  })
