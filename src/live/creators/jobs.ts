import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { tellOfEnds } from './news.service.ts'

const tellOfEndsJob = defineScheduledJob('creators.tellOfEnds')

/** Tells creators of ends of their admission, every ten minutes. */
export const creatorJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('*/10 * * * *', tellOfEndsJob, () => tellOfEnds(platform))
