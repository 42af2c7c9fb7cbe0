import { job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetExpiredSessions } from './service.ts'

const forgetSessionsJob = job<object>('sessions.forget', 0)

export const accountJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('13 4 * * *', forgetSessionsJob, () => forgetExpiredSessions(db, now()))
