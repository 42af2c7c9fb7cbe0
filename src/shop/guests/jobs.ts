import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteStaleGuests } from './mergeCart.service.ts'

const deleteGuestsJob = defineScheduledJob('guests.forget')

/** Deletes guests who did not come back every night. */
export async function guestJobs(platform: Platform): Promise<void> {
  await platform.jobs.every('43 4 * * *', deleteGuestsJob, () => deleteStaleGuests(platform))
}
