import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { cleanUpAvatars } from './avatar.service.ts'
import { addMissingContactDigests } from './contactDigest.service.ts'
import { deleteExpiredLoginSessions } from './login/session.service.ts'
import { deleteExpiredTokens } from './token.service.ts'
import { deleteExpiredPendingLogins } from './login/pendingLogin.service.ts'

const deleteExpiredSessionsJob = defineScheduledJob('sessions.deleteExpired')

const avatarsJob = defineScheduledJob('avatars.cleanUp')

const contactDigestsJob = defineScheduledJob('contacts.addMissingDigests')

/** Deletes expired sessions, logins and tokens every night, and every hour the avatar files that no account refers to; adds missing digests of contacts. */
export async function accountJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  await jobs.every('13 4 * * *', deleteExpiredSessionsJob, async () => {
    await deleteExpiredLoginSessions(db, now())
    await deleteExpiredPendingLogins(db, now())
    await deleteExpiredTokens(db, now())
  })
  await jobs.every('47 * * * *', avatarsJob, () => cleanUpAvatars(platform))
  await jobs.every('37 4 * * *', contactDigestsJob, () => addMissingContactDigests(platform))
}
