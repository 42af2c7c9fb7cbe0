import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { sweepAvatars } from './avatar.service.ts'
import { forgetExpiredLogins } from './pending.service.ts'
import { forgetExpiredSessions } from './session.service.ts'
import { forgetExpiredTokens } from './token.service.ts'

const forgetSessionsJob = job<object>('sessions.forget', 0)

const avatarsJob = job<object>('avatars.sweep', 0)

/** Deletes expired sessions, logins and tokens every night, and every hour the avatar files that no account refers to. */
export async function accountJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  await jobs.every('13 4 * * *', forgetSessionsJob, async () => {
    await forgetExpiredSessions(db, now())
    await forgetExpiredLogins(db, now())
    await forgetExpiredTokens(db, now())
  })
  await jobs.every('47 * * * *', avatarsJob, () => sweepAvatars(platform))
}
