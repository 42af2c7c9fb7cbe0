import { minutesChargedBackJob } from '../../money/minutes/debt.service.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SessionController } from './engine/sessionController.service.ts'
import { findNewestSession } from './service.ts'

/** Ends the session whose minutes were charged back; one that began later is left alone. */
export const sessionJobs = (
  { db, bus, jobs }: Platform,
  sessionController: SessionController,
): Promise<void> =>
  jobs.work(minutesChargedBackJob, async ({ userId, at }) => {
    bus.publish('minutes.changed', { userId })
    const newest = await findNewestSession(db, userId)
    if (!newest || newest.session.createdAt > new Date(at)) return
    await sessionController.endSession(userId, 'SYSTEM', 'CHARGED_BACK', { only: newest.session.id })
  })
