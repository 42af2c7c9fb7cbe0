import { job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { forgetExpiredLogins } from './pending.service.ts'
import { forgetExpiredSessions } from './session.service.ts'
import { forgetExpiredTokens } from './token.service.ts'

const forgetSessionsJob = job<object>('sessions.forget', 0)

/** Every night, what nobody can use any more goes. */
export const accountJobs = ({ db, jobs, now }: Platform): Promise<void> =>
  jobs.every('13 4 * * *', forgetSessionsJob, async () => {
    await forgetExpiredSessions(db, now())
    await forgetExpiredLogins(db, now())
    await forgetExpiredTokens(db, now())
  })
