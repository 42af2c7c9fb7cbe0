import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteStaleGuests } from './mergeCart.service.ts'
import { deleteExpiredGuestOrderTokens } from './token.service.ts'

const deleteGuestsJob = defineScheduledJob('guests.deleteOld')

/** Deletes guests who did not come back, and links that ended, every night. */
export async function guestJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('43 4 * * *', deleteGuestsJob, async () => {
    await deleteStaleGuests(platform)
    await deleteExpiredGuestOrderTokens(platform.db, platform.now())
  })
}
