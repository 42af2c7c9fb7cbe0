import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteExpiredChallenges } from './challenge.service.ts'

const deleteExpiredChallengesJob = defineJob<object>('passkeys.forget', 0)

/** Anyone may ask for a challenge, so those that nobody used go every few minutes. */
export const securityJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('*/10 * * * *', deleteExpiredChallengesJob, () => deleteExpiredChallenges(db, now()))
