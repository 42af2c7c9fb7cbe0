import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteExpiredChallenges } from './challenge.service.ts'

const deleteExpiredChallengesJob = defineScheduledJob('passkeys.deleteChallenges')

/** Deletes expired challenges every 10 minutes; anyone can request one, so there may be many. */
export const securityJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('*/10 * * * *', deleteExpiredChallengesJob, () => deleteExpiredChallenges(db, now()))
