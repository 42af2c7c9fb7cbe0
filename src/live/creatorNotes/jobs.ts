import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteExpiredNotes } from './service.ts'

const deleteExpiredNotesJob = defineScheduledJob('creatorNotes.deleteExpired')

/** Deletes the notes of creators whose year is over, every night. */
export const creatorNoteJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('53 4 * * *', deleteExpiredNotesJob, () => deleteExpiredNotes(platform))
