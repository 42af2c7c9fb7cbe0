import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpConversations } from './service.ts'

const cleanUpConversationsJob = defineScheduledJob('support.clean')

/** Deletes what customers wrote and nobody needs any more, every night. */
export const supportJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('29 4 * * *', cleanUpConversationsJob, () => cleanUpConversations(platform))
