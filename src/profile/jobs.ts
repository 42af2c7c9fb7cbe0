import { job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { sweepAvatars } from './avatar.service.ts'

const sweepJob = job<object>('avatars.sweep', 0)

/** Files that nobody names any more are removed every hour. */
export const profileJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('47 * * * *', sweepJob, () => sweepAvatars(platform))
