import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpConversations } from './service.ts'

const cleanUpConversationsJob = defineScheduledJob('support.cleanUp')

/** Deletes old conversations that nobody needs any more, every night. */
export const supportJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('29 4 * * *', cleanUpConversationsJob, () => cleanUpConversations(platform))
