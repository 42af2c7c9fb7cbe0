import type { Platform } from '../../platform/platform.ts'
import { onlineNoticeJob, sendOnlineNotice } from './service.ts'

/** Tells followers that a creator is online. */
export const followJobs = (platform: Platform): Promise<void> =>
  platform.jobs.work(onlineNoticeJob, notice => sendOnlineNotice(platform, notice))
